import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { installUrlFor, walletAppOf, walletApps, walletIconPath, walletIds, walletsOf } from '.'
import { phoneBrowserOf, type PhoneBrowser } from './browsers'

it('installUrlFor returns the store of a phone, and the wallet’s page elsewhere', () => {
  const urlsOn = (device: string) =>
    walletsOf(walletIds).map((wallet) => installUrlFor(wallet, phoneBrowserOf(`Mozilla/5.0 (${device})`)))
  expect(urlsOn('Linux; Android 10; K').every((url) => /^https:\/\/play\.google\.com\/.*\?id=\w+\./.test(url))).toBe(
    true,
  )
  expect(urlsOn('iPhone; CPU').every((url) => /^https:\/\/apps\.apple\.com\/app\/id\d{10}$/.test(url))).toBe(true)
  expect(urlsOn('X11; Linux x86_64')).toContain('https://phantom.app')
})

describe('phoneBrowserOf', () => {
  const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)'
  const chrome = 'Chrome/140.0.0.0 Mobile Safari/537.36'
  const inApp = 'Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36'
  const webView = android.replace(')', '; wv)')
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

  const asianApps = ['Line/15.0.0', 'NAVER(inapp; search; 2000; 12.12.50; 15)', 'KAKAOTALK 25.1', 'MicroMessenger/8.0']
  const metaApps = [
    'Instagram 380.0 (iPhone15,2; iOS 18_5)',
    '[FBAN/FBIOS;FBAV/500.0]',
    'WhatsApp/25.1',
    'Barcelona 380.0',
  ]
  const videoApps = [
    'Snapchat/13.0 (like Safari/8616.1, panda)',
    'musical_ly_38.0 BytedanceWebview/d8a21c6',
    'trill_380',
  ]
  const chatApps = ['Twitter for iPhone/10.75', 'Telegram-iOS/11.4', 'Discord/260.0', 'Reddit/Version 2025.1']
  const inAppNames = [...asianApps, ...metaApps, ...videoApps, ...chatApps, '[LinkedInApp]/9.30', '[Pinterest/iOS]']

  const known: [string, string, Partial<PhoneBrowser>][] = [
    ['Chrome', `${android} ${chrome}`, { hasMobileAdapter: true, isInApp: false, better: null }],
    ['Chrome on a tablet', `${android} Chrome/140.0.0.0 Safari/537.36`, { hasMobileAdapter: true, better: null }],
    ['Solana Mobile', `${webView} ${inApp} Solana Mobile Web Shell`, { hasMobileAdapter: true, better: null }],
    ['a WebView', `${webView} ${inApp}`, { hasMobileAdapter: false, isInApp: true, better: 'Chrome' }],
    ['an old WebView', `${android} ${inApp}`, { hasMobileAdapter: false, isInApp: true, better: 'Chrome' }],
    ['Telegram', `${webView} ${inApp} Telegram-Android/11.4`, { hasMobileAdapter: false, isInApp: true }],
    ['Telegram without `wv`', `${android} ${chrome} Telegram-Android/11.4 (Google Pixel 8)`, { isInApp: true }],
    ['Facebook without `wv`', `${android} ${chrome} [FB_IAB/FB4A;FBAV/480.0;]`, { isInApp: true, better: 'Chrome' }],
    ['Chrome on a device with brackets', `${android.replace('Pixel 8', 'moto g(60)')} ${chrome}`, { better: null }],
    ['Firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', { better: 'Chrome' }],
    ['Opera', `${android} ${chrome} OPR/90.0.0.0`, { hasMobileAdapter: false, isInApp: false, better: 'Chrome' }],
    ['Samsung', `${android} SamsungBrowser/28.0 ${chrome}`, { hasMobileAdapter: false, better: 'Chrome' }],
    ['Edge', `${android} ${chrome} EdgA/140.0.0.0`, { hasMobileAdapter: false, isInApp: false, better: 'Chrome' }],
    ['Safari', `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`, { isInApp: false, better: null }],
    ['Chrome on an iPhone', `${iPhone} CriOS/140.0 Mobile/15E148 Safari/604.1`, { isInApp: false, better: null }],
    ['a page in an app', `${iPhone} Mobile/15E148`, { hasMobileAdapter: false, isInApp: true, better: 'Safari' }],
    ['X', `${iPhone} Mobile/15E148 Twitter for iPhone/10.75`, { isInApp: true, better: 'Safari' }],
    ['Firefox Focus', `${iPhone} Focus/8.1 Mobile/15E148`, { isInApp: false, better: null }],
    ['Firefox without `Safari`', `${iPhone} FxiOS/140.0 Mobile/15E148`, { isInApp: false, better: null }],
    ['Google', `${iPhone} GSA/380.0 Mobile/15E148 Safari/604.1`, { isInApp: true, better: 'Safari' }],
    ...inAppNames.map((app): [string, string, Partial<PhoneBrowser>] => [
      app,
      `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1 ${app}`,
      { isInApp: true, better: 'Safari' },
    ]),
  ]

  it('knows each browser of a phone by its User-Agent', () => {
    for (const [name, userAgent, browser] of known) expect(phoneBrowserOf(userAgent), name).toMatchObject(browser)
  })

  it('returns nothing for another device', () => {
    for (const other of [
      `${mac} Version/18.0 Safari/605.1.15`,
      `Mozilla/5.0 (X11; Linux x86_64) ${chrome}`,
      '',
      null,
    ]) {
      expect(phoneBrowserOf(other)).toBeUndefined()
    }
  })
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
