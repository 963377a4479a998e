import { describe, expect, it } from 'vitest'
import { walletIds } from '@/lib/wallets'
import { parseConnectQuery } from './arrival'
import { connectUrl, isMobileDevice, walletAppLink, walletApps } from './wallet-links'

const origin = 'https://connect.example'
const requestId = '01HZY3V1QW8F4N2K7M9P5R6S8T'
const apps = walletApps(walletIds)

describe('walletApps', () => {
  it('returns the wallets that can open a page, in the order of the IDs', () => {
    expect(apps.map(({ id }) => id)).toEqual(['phantom', 'solflare'])
    expect(walletApps(['trust', 'solflare', 'phantom']).map(({ id }) => id)).toEqual(['solflare', 'phantom'])
    expect(walletApps(['coinbase'])).toEqual([])
  })
})

const nonces = ['plain', 'a+b c&d=e#f;g', '%41%2F', 'ü日本🔑', 'https://elsewhere.example/?x']

describe('connectUrl', () => {
  it.each(nonces)('arrives with a nonce of %j', (nonce) => {
    const url = new URL(connectUrl(origin, { requestId, nonce }))
    expect([url.origin, url.pathname]).toEqual([origin, '/connect'])
    expect(parseConnectQuery(url.searchParams)).toEqual({ kind: 'link', link: { requestId, nonce } })
  })
})

describe('walletAppLink', () => {
  it('is the browse link that each wallet documents', () => {
    const link = { requestId, nonce: 'abc-123' }
    const page = `https%3A%2F%2Fconnect.example%2Fconnect%3Frequest_id%3D${requestId}%26nonce%3Dabc-123`
    const ref = 'https%3A%2F%2Fconnect.example'
    expect(apps.map((app) => [app.id, walletAppLink(app, { origin, link })])).toEqual([
      ['phantom', `https://phantom.app/ul/browse/${page}?ref=${ref}`],
      ['solflare', `https://solflare.com/ul/v1/browse/${page}?ref=${ref}`],
    ])
  })

  it.each(nonces)('carries the connect URL with a nonce of %j', (nonce) => {
    for (const app of apps) {
      const made = walletAppLink(app, { origin, link: { requestId, nonce } })
      const carried = decodeURIComponent(made.slice(app.browseUrlPrefix.length, made.indexOf('?ref=')))
      expect(carried).toBe(connectUrl(origin, { requestId, nonce }))
    }
  })

  it.each(['a;b', 'ü', '\u{ff}', '<"\'>'])('is a valid header value with a nonce of %j', (nonce) => {
    for (const app of apps) {
      expect(walletAppLink(app, { origin, link: { requestId, nonce } })).toMatch(/^[\x21-\x3a\x3c-\x7e]+$/)
    }
  })
})

describe('isMobileDevice', () => {
  it.each([
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  ])('is true for %s', (userAgent) => expect(isMobileDevice(userAgent)).toBe(true))

  it.each([
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    '',
    null,
  ])('is false for %s', (userAgent) => expect(isMobileDevice(userAgent)).toBe(false))
})
