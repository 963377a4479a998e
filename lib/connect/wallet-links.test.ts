import { toString as qrCode } from 'qrcode'
import { describe, expect, it } from 'vitest'
import { DeepLinkApp } from '@/e2e/wallet/deep-link-app'
import { walletApps, walletIds } from '@/lib/wallets'
import { parseConnectQuery } from './arrival'
import { connectDeepLink } from './deep-link'
import { newSecretKey } from './link'
import { openLink } from './test-support'
import { browseLink, connectUrl, intentLink, otherLink, phoneCodeUrl } from './wallet-links'

const origin = 'https://connect.example'
const requestId = '01HZY3V1QW8F4N2K7M9P5R6S8T'
const apps = walletApps(walletIds)

const nonces = ['plain', 'a+b c&d=e#f;g', '%41%2F', 'ü日本🔑', 'https://elsewhere.example/?x']

it('connectUrl returns a URL that parseConnectQuery reads, with any nonce', () => {
  for (const nonce of nonces) {
    const url = new URL(connectUrl(origin, { requestId, nonce }))
    expect([url.origin, url.pathname]).toEqual([origin, '/connect'])
    expect(parseConnectQuery(url.searchParams)).toEqual({ kind: 'link', link: { requestId, nonce } })
  }
})

it('phoneCodeUrl returns a URL that needs at most 69 modules a side, and null for a longer one', async () => {
  const modules = async (nonce: string) => {
    const url = phoneCodeUrl(origin, { requestId, nonce })
    // The image has a margin of four modules at each side.
    return url && Number(/viewBox="0 0 (\d+)/.exec(await qrCode(url, { type: 'svg' }))?.[1]) - 8
  }
  const { length } = connectUrl(origin, { requestId, nonce: '' })
  expect(await modules('n'.repeat(43))).toBe(45)
  expect(await modules('n'.repeat(300 - length))).toBe(69)
  for (const nonce of ['n'.repeat(301 - length), 'n'.repeat(512), 'ü'.repeat(256)]) {
    expect(await modules(nonce)).toBeNull()
  }
})

describe('browseLink', () => {
  it('returns the browse link that each wallet documents', () => {
    const page = connectUrl(origin, { requestId, nonce: 'abc-123' })
    const encoded = `https%3A%2F%2Fconnect.example%2Fconnect%3Frequest_id%3D${requestId}%26nonce%3Dabc-123`
    const ref = 'https%3A%2F%2Fconnect.example'
    expect(apps.map((app) => [app.id, browseLink(app, { origin, page })])).toEqual([
      ['phantom', `https://phantom.app/ul/browse/${encoded}?ref=${ref}`],
      ['solflare', `https://solflare.com/ul/v1/browse/${encoded}?ref=${ref}`],
      ['backpack', `https://backpack.app/ul/v1/browse/${encoded}?ref=${ref}`],
    ])
  })
})

it('otherLink returns another address of a deep link, which the app reads too', () => {
  const link = { ...openLink(Date.now()), appKey: newSecretKey() }
  for (const walletApp of apps) {
    const app = new DeepLinkApp(walletApp.id as DeepLinkApp['maker'])
    const connect = connectDeepLink(walletApp, { origin, link }) ?? ''
    const others = [otherLink(walletApp, connect, 'iOS'), otherLink(walletApp, connect, 'Android')]
    for (const other of others) if (other !== null) expect(app.approve(other)).toContain(`${link.id}/connect?`)
    expect(others.map((other) => other?.slice(0, other.indexOf('connect?')))).toEqual([
      { phantom: 'phantom://v1/', solflare: 'solflare://ul/v1/', backpack: undefined }[walletApp.id as string],
      walletApp.deepLinkPrefix.replace('https:', 'intent:'),
    ])
  }
})

it('intentLink keeps every character of the URL', () => {
  const page = connectUrl(origin, { requestId, nonce: 'a;b#c' })
  expect(intentLink(page, 'com.android.chrome')).toBe(
    `intent://connect.example/connect?request_id=${requestId}&nonce=a%3Bb%23c#Intent;scheme=https;package=com.android.chrome;end`,
  )
})
