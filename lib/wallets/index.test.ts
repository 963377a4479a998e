import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { walletIds, walletsOf } from '.'
import { walletAppOf, walletApps } from './apps'
import { walletIconPath } from './icon-path'

describe('walletsOf', () => {
  it('returns the wallets of the IDs in their order', () => {
    expect(walletsOf(['trust', 'phantom']).map(({ name }) => name)).toEqual(['Trust Wallet', 'Phantom'])
    expect(walletsOf([])).toEqual([])
  })
})

describe('walletApps', () => {
  it('returns the wallets that have an app, in the order of the IDs', () => {
    expect(walletApps(walletIds).map(({ name }) => name)).toEqual(['Phantom', 'Solflare', 'Backpack'])
    expect(walletApps(['trust', 'solflare', 'phantom']).map(({ id }) => id)).toEqual(['solflare', 'phantom'])
    expect(walletApps(['coinbase'])).toEqual([])
  })

  it('finds one by its ID, and none by another text', () => {
    expect(walletAppOf('backpack')).toMatchObject({
      name: 'Backpack',
      publicKeyParameter: 'wallet_encryption_public_key',
    })
    expect(['coinbase', '', 'constructor'].map(walletAppOf)).toEqual([undefined, undefined, undefined])
  })
})

describe('the icons in public', () => {
  it('are those of the listed wallets', () => {
    const files = readdirSync('public/wallets').map((name) => `/wallets/${name}`)
    expect(files.toSorted()).toEqual(walletIds.map(walletIconPath).toSorted())
  })

  it.each(walletIds)('has a square of at most 3 KB for %s, which runs and loads nothing', (id) => {
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
  })
})
