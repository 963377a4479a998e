import bs58 from 'bs58'
import { toString as qrCode } from 'qrcode'
import { describe, expect, it } from 'vitest'
import { DeepLinkApp } from '@/e2e/wallet/deep-link-app'
import { type WalletApp, walletAppOf, walletApps, walletIds } from '@/lib/wallets'
import { parseConnectQuery } from './arrival'
import { newSecretKey, readConnectAnswer } from './deep-link'
import { appKeyOf } from './link'
import { proofMessage } from './proof'
import { openLink } from './test-support'
import {
  appConnectLink,
  appSignLink,
  browseLink,
  connectUrl,
  intentLink,
  otherLink,
  phoneCodeUrl,
} from './wallet-links'

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

  it('is a valid header value that contains the connect URL, with any nonce', () => {
    for (const nonce of [...nonces, 'a;b', 'ü', '\u{ff}', '<"\'>']) {
      for (const app of apps) {
        const page = connectUrl(origin, { requestId, nonce })
        const made = browseLink(app, { origin, page })
        expect(made).toMatch(/^[\x21-\x3a\x3c-\x7e]+$/)
        expect(decodeURIComponent(made.slice(app.browsePrefix.length, made.indexOf('?ref=')))).toBe(page)
      }
    }
  })
})

describe('appConnectLink and appSignLink', () => {
  const held = openLink(Date.now())

  it('make each app return to a URL of the link, without a query', () => {
    for (const walletApp of apps) {
      const app = new DeepLinkApp(walletApp.id as DeepLinkApp['maker'])
      const link = { ...held, appKey: newSecretKey() }
      const connect = appConnectLink(walletApp, { origin, link }) ?? ''
      expect(connect).not.toContain(held.nonce)
      const back = new URL(app.approve(connect))
      expect(back.origin + back.pathname).toBe(`${origin}/connect/wallet-app/${walletApp.id}/${held.id}/connect`)
      expect(app.connects[0]?.searchParams.get('redirect_link')).not.toContain('?')
      expect(app.connects[0]?.searchParams.get('app_url')).toBe(origin)
    }
  })

  it('ask for a signature of the proof that only the app can read', () => {
    const app = new DeepLinkApp()
    const phantom = walletAppOf('phantom') as WalletApp
    const onPhone = { ...held, appKey: newSecretKey() }
    const connect = new URL(app.approve(appConnectLink(phantom, { origin, link: onPhone }) ?? ''))
    const secretKey = appKeyOf(onPhone, 'phantom') ?? ''
    const answer = readConnectAnswer(connect.searchParams, { app: phantom, secretKey })
    if (!answer.ok) throw new Error(answer.problem)
    const link = { ...onPhone, app: { ...answer.content, id: 'phantom' } }
    const sign = appSignLink(phantom, { origin, link }) ?? ''
    const payload = Buffer.from(bs58.decode(new URL(sign).searchParams.get('payload') ?? '')).toString()
    for (const secret of [held.nonce, answer.content.session]) expect(payload).not.toContain(secret)
    expect(new URL(app.approve(sign)).pathname).toBe(`/connect/wallet-app/phantom/${held.id}/signMessage`)
    expect(app.asked).toEqual([{ message: proofMessage(held), display: 'utf8' }])
  })

  it('otherLink returns another address of each link, which the app reads too', () => {
    const link = { ...held, appKey: newSecretKey() }
    for (const walletApp of apps) {
      const app = new DeepLinkApp(walletApp.id as DeepLinkApp['maker'])
      const connect = appConnectLink(walletApp, { origin, link }) ?? ''
      const others = [otherLink(walletApp, connect, 'iOS'), otherLink(walletApp, connect, 'Android')]
      for (const other of others) if (other !== null) expect(app.approve(other)).toContain(`${held.id}/connect?`)
      expect(others.map((other) => other?.slice(0, other.indexOf('connect?')))).toEqual([
        { phantom: 'phantom://v1/', solflare: 'solflare://ul/v1/', backpack: undefined }[walletApp.id as string],
        walletApp.deepLinkPrefix.replace('https:', 'intent:'),
      ])
    }
    const page = connectUrl(origin, { requestId, nonce: 'a;b#c' })
    expect(intentLink(page, 'com.android.chrome')).toBe(
      `intent://connect.example/connect?request_id=${requestId}&nonce=a%3Bb%23c#Intent;scheme=https;package=com.android.chrome;end`,
    )
  })

  it('return no deep link when the link has no key or no app is chosen', () => {
    for (const app of apps) expect(appConnectLink(app, { origin, link: held })).toBeNull()
    for (const app of apps) expect(appSignLink(app, { origin, link: { ...held, appKey: newSecretKey() } })).toBeNull()
  })
})
