import bs58 from 'bs58'
import nacl from 'tweetnacl'
import { describe, expect, it } from 'vitest'
import { DeepLinkApp, type Maker } from '@/e2e/wallet/deep-link-app'
import { walletAppOf, type WalletApp } from '@/lib/wallets'
import {
  connectDeepLink,
  newSecretKey,
  publicKeyOf,
  readConnectAnswer,
  readSignMessageAnswer,
  signMessageDeepLink,
} from './deep-link'

const origin = 'https://connect.example'
const redirectLink = `${origin}/back`

const knownApp = (maker: Maker) => walletAppOf(maker) as WalletApp

const phantom = knownApp('phantom')
const queryOf = (url: string) => new URL(url).searchParams

function connected(app = new DeepLinkApp()) {
  const secretKey = newSecretKey()
  const link = connectDeepLink(knownApp(app.maker), { origin, publicKey: publicKeyOf(secretKey), redirectLink })
  return { app, secretKey, link }
}

it('the deep links of each app get an address and a signature from the app', () => {
  for (const maker of ['phantom', 'solflare', 'backpack'] satisfies Maker[]) {
    const { app, secretKey, link } = connected(new DeepLinkApp(maker))
    const answer = readConnectAnswer(queryOf(app.approve(link)), { app: knownApp(maker), secretKey })
    expect(answer).toMatchObject({ ok: true, content: { walletAddress: app.account.address } })
    if (!answer.ok) continue

    const sign = signMessageDeepLink(knownApp(maker), 'Grüße: 日本', { ...answer.content, secretKey, redirectLink })
    const signed = readSignMessageAnswer(queryOf(app.approve(sign)), { ...answer.content, secretKey })
    expect(app.asked).toEqual([{ message: 'Grüße: 日本', display: 'utf8' }])
    const signature = signed.ok ? bs58.decode(signed.content.signature) : new Uint8Array(64)
    const publicKey = bs58.decode(app.account.address)
    expect(nacl.sign.detached.verify(Buffer.from('Grüße: 日本'), signature, publicKey)).toBe(true)
  }
})

it('connectDeepLink returns the documented parameters with the public half of the key', () => {
  const urls = [connected(), connected()].map(({ link }) => new URL(link))
  for (const { origin: host, pathname, searchParams } of urls) {
    expect(host + pathname).toBe('https://phantom.app/ul/v1/connect')
    expect(Object.fromEntries(searchParams)).toEqual({
      app_url: origin,
      dapp_encryption_public_key: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{42,44}$/),
      redirect_link: redirectLink,
      cluster: 'mainnet-beta',
    })
  }
})

describe('readConnectAnswer', () => {
  const unreadable = (detail: string) => ({ ok: false, problem: 'unreadable', detail })
  const { app, secretKey, link } = connected()
  const read = (url: string, key = secretKey) => readConnectAnswer(queryOf(url), { app: phantom, secretKey: key })
  const changed = (change: (query: URLSearchParams) => void) => {
    const url = new URL(app.approve(link))
    change(url.searchParams)
    return url.href
  }

  it('returns what the code means, and failed for an unknown code', () => {
    const decline = (code?: string, words?: string) => new DeepLinkApp().decline(link, code, words)
    expect(read(decline())).toEqual({ ok: false, problem: 'declined' })
    expect(read(decline('4100'))).toEqual({ ok: false, problem: 'not_chosen' })
    expect(read(decline('-32002'))).toEqual({ ok: false, problem: 'dialog_open' })
    for (const code of ['-32603', '', 'constructor', 'x'.repeat(1000)]) {
      expect(read(decline(code, 'Something went wrong.'))).toEqual({ ok: false, problem: 'failed' })
    }
    expect(read(decline('-32603', 'No account'))).toEqual({ ok: false, problem: 'no_account' })
    const other = `${new URL(decline()).origin}${new URL(decline()).pathname}`
    expect(read(`${other}?error=4001`)).toEqual({ ok: false, problem: 'declined' })
    expect(read(`${other}?errorMessage=User+rejected`)).toEqual({ ok: false, problem: 'declined' })
  })

  it('refuses an answer that is changed, incomplete or too long', () => {
    const changes: [string, string, (query: URLSearchParams) => void][] = [
      ['cut', 'not_decrypted', (query) => query.set('data', query.get('data')?.slice(0, -4) ?? '')],
      ['cut to nothing', 'not_decrypted', (query) => query.set('data', '')],
      ['without data', 'not_decrypted', (query) => query.delete('data')],
      ['not in base58', 'incomplete', (query) => query.set('data', '0OIl')],
      ['without a nonce', 'incomplete', (query) => query.delete('nonce')],
      ['with a short nonce', 'incomplete', (query) => query.set('nonce', 'abc')],
      ['without a key', 'incomplete', (query) => query.delete('phantom_encryption_public_key')],
      ['with a long key', 'incomplete', (query) => query.set('phantom_encryption_public_key', '5'.repeat(60))],
      ['with another nonce', 'not_decrypted', (query) => query.set('nonce', bs58.encode(nacl.randomBytes(24)))],
      ['longer than 4 KB', 'too_long', (query) => query.set('more', '5'.repeat(4096))],
      ['with encrypted data of more than 2 KB', 'too_long', (query) => query.set('data', '5'.repeat(2049))],
    ]
    for (const [what, detail, change] of changes) expect(read(changed(change)), what).toEqual(unreadable(detail))
  })

  it('refuses an answer for the key of another link, or with another key of the app', () => {
    expect(read(app.approve(link), newSecretKey())).toEqual(unreadable('not_decrypted'))
    const other = bs58.encode(nacl.box.keyPair().publicKey)
    const url = changed((query) => query.set('phantom_encryption_public_key', other))
    expect(read(url)).toEqual(unreadable('not_decrypted'))
  })

  // With these keys, the shared secret is the same for every secret key.
  it('refuses an answer with a key of small order', () => {
    for (const hex of [
      '00'.repeat(32),
      `01${'00'.repeat(31)}`,
      'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
      '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
      `ec${'ff'.repeat(30)}7f`,
      `ed${'ff'.repeat(30)}7f`,
      `ee${'ff'.repeat(30)}7f`,
    ]) {
      const publicKey = new Uint8Array(Buffer.from(hex, 'hex'))
      // Anyone can encrypt this answer, because the secret key does not matter.
      const nonce = nacl.randomBytes(24)
      const content = JSON.stringify({ public_key: app.account.address, session: 'forged' })
      const data = nacl.box(Buffer.from(content), nonce, publicKey, nacl.box.keyPair().secretKey)
      const forged = changed((query) => {
        query.set('phantom_encryption_public_key', bs58.encode(publicKey))
        query.set('nonce', bs58.encode(nonce))
        query.set('data', bs58.encode(data))
      })
      expect(nacl.box.open(data, nonce, publicKey, Buffer.from(secretKey, 'base64url'))).not.toBeNull()
      expect(read(forged)).toEqual(unreadable('wrong_key'))
    }
  })

  it('refuses an answer with other content', () => {
    const sessions = ['', 's'.repeat(601), '日本', '\u0001'].map((session) => ({ public_key: 'address', session }))
    const incomplete = [{ public_key: 5, session: 's' }, { public_key: 'address' }]
    for (const content of ['no JSON', '', 'null', '[]', '{}', ...incomplete, ...sessions]) {
      expect(read(app.answer(link, content))).toEqual(unreadable('unexpected_content'))
    }
  })
})

describe('readSignMessageAnswer', () => {
  const { app, secretKey, link } = connected()
  const connect = readConnectAnswer(queryOf(app.approve(link)), { app: phantom, secretKey })
  if (!connect.ok) throw new Error(connect.problem)
  const session = connect.content
  const sign = signMessageDeepLink(phantom, 'text', { ...session, secretKey, redirectLink })
  const read = (url: string, publicKey = session.publicKey) =>
    readSignMessageAnswer(queryOf(url), { publicKey, secretKey })

  it('decrypts only with the key of the app that shared the address', () => {
    const answer = app.approve(sign)
    expect(read(answer)).toMatchObject({ ok: true })
    const other = bs58.encode(nacl.box.keyPair().publicKey)
    expect(read(answer, other)).toMatchObject({ ok: false, detail: 'not_decrypted' })
    // The function ignores a key in the answer.
    expect(read(`${answer}&phantom_encryption_public_key=${other}`)).toMatchObject({ ok: true })
  })

  it('returns cannot_sign if the words name a hardware wallet', () => {
    const refusal = app.decline(sign, '-32603', 'Signing off-chain messages with Ledger is not yet supported')
    expect(read(refusal)).toEqual({ ok: false, problem: 'cannot_sign' })
  })

  it('refuses an answer with other content', () => {
    for (const content of [{}, { signature: 5 }, 'text']) {
      expect(read(app.answer(sign, content))).toMatchObject({ ok: false, detail: 'unexpected_content' })
    }
  })
})
