import { randomBytes } from 'node:crypto'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import bs58 from 'bs58'
import { describe, expect, it } from 'vitest'
import { DeepLinkApp } from '@/e2e/wallet/deep-link-app'
import { newAccount } from '@/e2e/wallet/keys'
import { walletAppOf, type WalletApp } from '@/lib/wallets'
import { answerLink } from './app-answer'
import { connectDeepLink, signMessageDeepLink, type DeepLinkMethod } from './deep-link'
import { isOpen, newSecretKey, type OpenLink } from './link'
import { proofMessage } from './proof'
import { openLink } from './test-support'

const origin = 'https://connect.example'
const now = Date.now()
const phantom = walletAppOf('phantom') as WalletApp
const solflare = walletAppOf('solflare') as WalletApp

/** Sets up a phone: the link that its browser holds, and its wallet app. */
function phone(lockedAddress?: string, account = newAccount()) {
  const app = new DeepLinkApp('phantom', account)
  const held: OpenLink = { ...openLink(now), appKey: newSecretKey() }
  const connectLink = (link: OpenLink, walletApp = phantom) => connectDeepLink(walletApp, { origin, link }) ?? ''
  const signLink = (link: OpenLink) => signMessageDeepLink(phantom, { origin, link }) ?? ''
  const comeBack = (link: OpenLink, url: string, method: DeepLinkMethod = 'connect', walletApp = phantom) => {
    const query = new URL(url).searchParams
    const answered = answerLink(link, { app: walletApp, method, query, lockedAddress })
    if (!isOpen(answered.link, now)) throw new Error('The answer ended the link.')
    return { ...answered, link: answered.link }
  }
  const chosen = () => comeBack(held, app.approve(connectLink(held))).link
  return { app, account, held, connectLink, signLink, comeBack, chosen }
}

type SignLink = (change?: Partial<OpenLink>) => string

const problemOf = (link: OpenLink) => (link.outcome?.kind === 'app_problem' ? link.outcome.problem : link.outcome)

describe('answerLink with an address', () => {
  it('chooses the app, and removes the entries and the message of the previous address', () => {
    const { app, account, held, connectLink, comeBack } = phone()
    const outcome = { kind: 'app_problem', app: 'phantom', problem: 'declined' } as const
    const before = { ...held, entered: { walletAddress: 'typed' }, outcome }
    const { link, problem } = comeBack(before, app.approve(connectLink(held)))
    expect(problem).toBeUndefined()
    const secrets = { publicKey: expect.any(String), session: expect.any(String) }
    expect(link).toEqual({ ...held, app: { id: 'phantom', walletAddress: account.address, ...secrets } })
  })

  it('refuses a second answer, from the same app or from another app', () => {
    const { app, held, connectLink, comeBack } = phone()
    const url = app.approve(connectLink(held))
    const { link } = comeBack(held, url)
    expect(comeBack(link, url)).toEqual({
      link: { ...link, outcome: { kind: 'app_problem', app: 'phantom', problem: 'already_chosen' } },
      problem: 'already_chosen',
    })
    const other = new DeepLinkApp('solflare')
    const second = comeBack(link, other.approve(connectLink(held, solflare)), 'connect', solflare)
    expect(second.link.app).toEqual(link.app)
  })

  it('refuses an invalid address', () => {
    for (const public_key of ['0nonsense', '', '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosg', 'z'.repeat(1000)]) {
      const { app, held, connectLink, comeBack } = phone()
      const { link, problem } = comeBack(held, app.answer(connectLink(held), { public_key, session: 's' }))
      expect(link).not.toHaveProperty('app')
      expect([problem, problemOf(link)]).toEqual(['invalid_address', 'invalid_address'])
      // The key was valid for that answer only.
      expect(connectLink(link)).not.toBe(connectLink(held))
    }
  })

  it('chooses the app only when its address matches the address that the operator stores', () => {
    const account = newAccount()
    expect(phone(account.address, account).chosen().app?.walletAddress).toBe(account.address)
    const { app, held, connectLink, comeBack } = phone(newAccount().address)
    const { link } = comeBack(held, app.approve(connectLink(held)))
    expect(link).not.toHaveProperty('app')
    expect(problemOf(link)).toBe('other_address')
    expect(connectLink(link)).not.toBe(connectLink(held))
  })

  it('refuses an answer when the link has no key', () => {
    const { app, held, connectLink, comeBack } = phone()
    const { appKey: _appKey, ...bare } = held
    expect(problemOf(comeBack(bare, app.approve(connectLink(held))).link)).toBe('unreadable')
  })
})

describe('answerLink with a signature', () => {
  it('presses Connect with the address that the app shared', () => {
    const { app, account, signLink, comeBack, chosen } = phone()
    const link = chosen()
    const signed = comeBack(link, app.approve(signLink(link)), 'signMessage')
    expect(app.asked).toEqual([{ message: proofMessage(link), display: 'utf8' }])
    expect(signed.link).toMatchObject({
      isPressedInApp: true,
      entered: {
        walletAddress: account.address,
        signed: { walletName: 'Phantom', signature: expect.stringMatching(/^\w{80,}$/) },
        way: 'deep_link',
      },
    })
    expect(signed.link).not.toHaveProperty('outcome')
  })

  it('removes the key and the session of the app, and ignores later answers', () => {
    const { app, account, held, signLink, connectLink, comeBack, chosen } = phone()
    const link = chosen()
    const url = app.approve(signLink(link))
    const signed = comeBack(link, url, 'signMessage').link
    expect(signed.app).toEqual({ id: 'phantom', walletAddress: account.address })
    expect(comeBack(signed, url, 'signMessage')).toEqual({ link: signed })
    expect(comeBack(signed, app.decline(signLink(link)), 'signMessage')).toEqual({ link: signed })
    expect(comeBack(signed, app.approve(connectLink(held)))).toEqual({ link: signed })
  })

  it('refuses a signature for another request or of another key', () => {
    for (const answer of [
      (app: DeepLinkApp, ask: SignLink) => app.approve(ask({ requestId: '01BX5ZZKBKACTAV9WEVGEMMVRZ' })),
      (app: DeepLinkApp, ask: SignLink) => app.answer(ask(), { signature: '5'.repeat(88) }),
    ]) {
      const { app, signLink, comeBack, chosen } = phone()
      const link = chosen()
      const back = answer(app, (change) => signLink({ ...link, ...change }))
      const answered = comeBack(link, back, 'signMessage')
      expect(answered.problem).toBe('proof_refused')
      expect(answered.link).toEqual({ ...link, outcome: { kind: 'proof_problem', problem: 'refused' } })
    }
  })

  it('refuses a signature from an app that is not chosen', () => {
    const { app, held, signLink, comeBack, chosen } = phone()
    const link = chosen()
    const url = app.approve(signLink(link))
    expect(problemOf(comeBack(held, url, 'signMessage').link)).toBe('not_chosen')
    expect(problemOf(comeBack(link, url, 'signMessage', solflare).link)).toBe('not_chosen')
    const signed = { walletAddress: 'a', signed: { walletName: 'Phantom', signature: 's' } }
    expect(problemOf(comeBack({ ...held, entered: signed }, url, 'signMessage').link)).toBe('already_chosen')
  })
})

describe('answerLink with a problem', () => {
  it('removes the app that has forgotten its session, which is the error 4100', () => {
    const { app, signLink, connectLink, comeBack, chosen } = phone()
    const link = chosen()
    const answered = comeBack(link, app.decline(signLink(link), '4100', 'Unauthorized'), 'signMessage')
    expect(answered.problem).toBe('not_chosen')
    expect(answered.link).not.toHaveProperty('app')
    expect(connectLink(answered.link)).not.toBe(connectLink(link))
  })

  it('leaves the earlier link of another app valid', () => {
    const { app, account, held, connectLink, comeBack } = phone()
    const other = new DeepLinkApp('solflare')
    const url = connectLink(held, solflare)
    for (const answer of [other.answer(url, { public_key: '0nonsense', session: 's' }), other.decline(url)]) {
      const { link } = comeBack(held, answer, 'connect', solflare)
      const again = connectLink(link, solflare)
      const keyOf = (text: string) => new URL(text).searchParams.get('dapp_encryption_public_key')
      expect(keyOf(again)).not.toBe(keyOf(url))
      expect(comeBack(link, other.approve(again), 'connect', solflare).link.app?.id).toBe('solflare')
      expect(comeBack(link, app.approve(connectLink(held))).link.app?.walletAddress).toBe(account.address)
    }
  })

  it.each<DeepLinkMethod>(['connect', 'signMessage'])(
    'changes only the outcome when the answer to %s has a problem, and the next link after a refusal',
    (method) => {
      for (const [answer, problem, detail] of [
        [(app: DeepLinkApp, url: string) => app.decline(url), 'declined', undefined],
        [(app: DeepLinkApp, url: string) => app.decline(url, '-32603', 'Unexpected error'), 'failed', undefined],
        [(app: DeepLinkApp, url: string) => app.answer(url, 'no JSON'), 'unreadable', 'unexpected_content'],
        [(app: DeepLinkApp, url: string) => `${app.approve(url)}${'x'.repeat(4096)}`, 'unreadable', 'too_long'],
      ] as const) {
        const { app, signLink, connectLink, comeBack, held, chosen } = phone()
        const linkFor = method === 'connect' ? connectLink : signLink
        const link = method === 'connect' ? held : chosen()
        const url = linkFor(link)
        const answered = comeBack(link, answer(app, url), method)
        const hasNewKey = method === 'connect' && problem !== 'unreadable'
        const outcome = { kind: 'app_problem', app: 'phantom', problem } as const
        expect(answered).toEqual({
          link: { ...link, ...(hasNewKey && { usedKeys: { phantom: 1 } }), outcome },
          problem,
          ...(detail && { detail }),
        })
        // An app shows a repeated link only once.
        if (problem !== 'unreadable') expect(app.approve(linkFor(answered.link))).toContain('data=')
      }
    },
  )
})

describe('answerLink with an answer that it cannot use', () => {
  const keyParameter = 'phantom_encryption_public_key'
  const { app, account, held, connectLink, signLink, comeBack, chosen } = phone()
  const asked = connectLink(held)
  const problemWith = (url: string, link = held, method: DeepLinkMethod = 'connect') => {
    const { problem, detail } = comeBack(link, url, method)
    return detail ?? problem
  }
  const changed = (change: (query: URLSearchParams) => void, deepLink = asked) => {
    const url = new URL(app.approve(deepLink))
    change(url.searchParams)
    return url.href
  }

  it('stores what the code or the words mean, and failed for unknown ones', () => {
    const decline = (code?: string, words?: string) => new DeepLinkApp().decline(asked, code, words)
    expect(problemWith(decline())).toBe('declined')
    expect(problemWith(decline('4100'))).toBe('not_chosen')
    expect(problemWith(decline('-32002'))).toBe('dialog_open')
    for (const code of ['-32603', '', 'constructor', 'x'.repeat(1000)]) {
      expect(problemWith(decline(code, 'Something went wrong.'))).toBe('failed')
    }
    expect(problemWith(decline('-32603', 'No account'))).toBe('no_account')
    const back = decline().split('?')[0]
    expect(problemWith(`${back}?error=4001`)).toBe('declined')
    expect(problemWith(`${back}?errorMessage=User+rejected`)).toBe('declined')
    const ledger = 'Signing off-chain messages with Ledger is not yet supported'
    const link = chosen()
    expect(problemWith(app.decline(signLink(link), '-32603', ledger), link, 'signMessage')).toBe('cannot_sign')
  })

  it('refuses an answer that is changed, incomplete or too long', () => {
    const changes: [string, string, (query: URLSearchParams) => void][] = [
      ['cut', 'not_decrypted', (query) => query.set('data', query.get('data')?.slice(0, -4) ?? '')],
      ['cut to nothing', 'not_decrypted', (query) => query.set('data', '')],
      ['without data', 'not_decrypted', (query) => query.delete('data')],
      ['not in base58', 'incomplete', (query) => query.set('data', '0OIl')],
      ['without a nonce', 'incomplete', (query) => query.delete('nonce')],
      ['with a short nonce', 'incomplete', (query) => query.set('nonce', 'abc')],
      ['without a key', 'incomplete', (query) => query.delete(keyParameter)],
      ['with a long key', 'incomplete', (query) => query.set(keyParameter, '5'.repeat(60))],
      ['with another nonce', 'not_decrypted', (query) => query.set('nonce', bs58.encode(randomBytes(24)))],
      ['longer than 4 KB', 'too_long', (query) => query.set('more', '5'.repeat(4096))],
      ['with encrypted data of more than 2 KB', 'too_long', (query) => query.set('data', '5'.repeat(2049))],
    ]
    for (const [what, detail, change] of changes) expect(problemWith(changed(change)), what).toBe(detail)
  })

  it('refuses an answer for the key of another link, or with another key of the app', () => {
    expect(problemWith(app.approve(asked), { ...held, appKey: newSecretKey() })).toBe('not_decrypted')
    const other = bs58.encode(randomBytes(32))
    expect(problemWith(changed((query) => query.set(keyParameter, other)))).toBe('not_decrypted')
    const link = chosen()
    const stranger = { ...link, app: { id: 'phantom', walletAddress: account.address, publicKey: other, session: 's' } }
    const signed = app.approve(signLink(link))
    expect(problemWith(signed, stranger, 'signMessage')).toBe('not_decrypted')
    // A key in the answer does not count.
    expect(problemWith(`${signed}&${keyParameter}=${other}`, link, 'signMessage')).toBeUndefined()
  })

  it('refuses an answer with a key of small order', () => {
    // The shared secret is zero for every secret key, so anyone has this key of NaCl's box.
    const sharedKey = Buffer.from('351f86faa3b988468a850122b65b0acece9c4826806aeee63de9c0da2bd7f91e', 'hex')
    const nonce = randomBytes(24)
    const content = JSON.stringify({ public_key: account.address, session: 'forged' })
    const data = xsalsa20poly1305(sharedKey, nonce).encrypt(Buffer.from(content))
    for (const hex of [
      '00'.repeat(32),
      `${'00'.repeat(31)}80`,
      `01${'00'.repeat(31)}`,
      'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
      '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
      `ec${'ff'.repeat(30)}7f`,
      `ed${'ff'.repeat(30)}7f`,
      `ee${'ff'.repeat(30)}7f`,
    ]) {
      const forged = changed((query) => {
        query.set(keyParameter, bs58.encode(Buffer.from(hex, 'hex')))
        query.set('nonce', bs58.encode(nonce))
        query.set('data', bs58.encode(data))
      })
      expect(problemWith(forged)).toBe('wrong_key')
    }
  })

  it('refuses an answer with other content', () => {
    const sessions = ['', 's'.repeat(601), '日本', '\u0001'].map((session) => ({ public_key: 'address', session }))
    const incomplete = [{ public_key: 5, session: 's' }, { public_key: 'address' }]
    for (const content of ['no JSON', '', 'null', '[]', '{}', ...incomplete, ...sessions]) {
      expect(problemWith(app.answer(asked, content))).toBe('unexpected_content')
    }
    const link = chosen()
    for (const content of [{}, { signature: 5 }, 'text']) {
      expect(problemWith(app.answer(signLink(link), content), link, 'signMessage')).toBe('unexpected_content')
    }
  })
})
