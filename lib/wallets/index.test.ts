import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { walletIds, walletsOf } from '.'
import { walletAppOf, walletApps } from './apps'
import { walletIconPath } from './icon-path'

it('walletsOf returns the wallets in the order of the IDs', () => {
  expect(walletsOf(['trust', 'phantom']).map(({ name }) => name)).toEqual(['Trust Wallet', 'Phantom'])
})

describe('walletApps and walletAppOf', () => {
  it('walletApps returns the apps in the order of the IDs, without wallets that have no app', () => {
    expect(walletApps(walletIds).map(({ name }) => name)).toEqual(['Phantom', 'Solflare', 'Backpack'])
    expect(walletApps(['trust', 'solflare', 'phantom']).map(({ id }) => id)).toEqual(['solflare', 'phantom'])
    expect(walletApps(['coinbase'])).toEqual([])
  })

  it('walletAppOf returns the app with the ID, and undefined for another text', () => {
    const backpack = { name: 'Backpack', publicKeyParameter: 'wallet_encryption_public_key' }
    expect(walletAppOf('backpack')).toMatchObject(backpack)
    expect(['coinbase', '', 'constructor'].map(walletAppOf)).toEqual([undefined, undefined, undefined])
  })
})

describe('public/wallets', () => {
  it('has an icon for each listed wallet and no others', () => {
    const files = readdirSync('public/wallets').map((name) => `/wallets/${name}`)
    expect(files.toSorted()).toEqual(walletIds.map(walletIconPath).toSorted())
  })

  it('has square icons of less than 3 KB, without scripts and links', () => {
    for (const id of walletIds) {
      const svg = readFileSync(`public${walletIconPath(id)}`, 'utf8')
      expect(svg.length).toBeLessThan(3000)
      const elements = parse(svg).querySelectorAll('*')
      const [, width, height] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
      expect(Number(width)).toBeGreaterThan(0)
      expect(height).toBe(width)
      const tags = new Set(elements.map(({ rawTagName }) => rawTagName))
      const drawing = ['svg', 'path', 'rect', 'circle', 'linearGradient', 'stop']
      expect([...tags].filter((tag) => !drawing.includes(tag))).toEqual([])
      const values = elements.flatMap(({ attributes }) => Object.entries(attributes))
      expect(values.filter(([name, value]) => /^on|href|style/.test(name) || /url\((?!#)/.test(value))).toEqual([])
    }
  })
})
