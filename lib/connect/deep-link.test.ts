import { randomBytes } from 'node:crypto'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import bs58 from 'bs58'
import { describe, expect, it } from 'vitest'
import { DeepLinkApp, type Maker } from '@/e2e/wallet/deep-link-app'
import { newAccount } from '@/e2e/wallet/keys'
import { walletAppOf, walletApps, walletIds, type WalletApp } from '@/lib/wallets'
import { answerLink, connectDeepLink, signMessageDeepLink, type DeepLinkMethod } from './deep-link'
import { newSecretKey, type OpenLink } from './link'
import { proofMessage } from './proof'
import { openLink } from './test-support'

const origin = 'https://connect.example'
const phantom = walletAppOf('phantom') as WalletApp
const solflare = walletAppOf('solflare') as WalletApp
const held: OpenLink = { ...openLink(Date.now()), nonce: 'Grüße: 日本', appKey: newSecretKey() }
const queryOf = (url: string) => new URL(url).searchParams
const connectLink = (link: OpenLink, app = phantom) => connectDeepLink(app, { origin, link }) ?? ''
const signLink = (link: OpenLink, app = phantom) => signMessageDeepLink(app, { origin, link }) ?? ''

/** Gives the link the answer with which an app has come back. An answer never ends the link. */
function comeBack(
  link: OpenLink,
  url: string,
  {
    method = 'connect',
    app = phantom,
    lockedAddress,
  }: { method?: DeepLinkMethod; app?: WalletApp; lockedAddress?: string } = {},
) {
  const answered = answerLink(link, { app, method, query: queryOf(url), lockedAddress })
  expect(answered.link).toMatchObject({ status: 'open', nonce: link.nonce })
  return { ...answered, link: answered.link as OpenLink }
}
const signing = { method: 'signMessage' } as const
/** Returns the link after an app has shared its address. */
const chosenBy = (app: DeepLinkApp) => comeBack(held, app.approve(connectLink(held))).link
const problemOf = ({ outcome }: OpenLink) => (outcome?.kind === 'app_problem' ? outcome.problem : outcome)

describe('connectDeepLink and signMessageDeepLink', () => {
  it('get an address and a signature of the proof from each app, and only that app can read them', () => {
    for (const walletApp of walletApps(walletIds)) {
      const app = new DeepLinkApp(walletApp.id as Maker)
      const answerTo = (link: OpenLink, method: DeepLinkMethod, deepLink: string) => {
        const back = new URL(app.approve(deepLink))
        expect(back.origin + back.pathname).toBe(`${origin}/connect/wallet-app/${walletApp.id}/${held.id}/${method}`)
        return comeBack(link, back.href, { method, app: walletApp }).link
      }
      const chosen = answerTo(held, 'connect', connectLink(held, walletApp))
      expect(chosen.app).toMatchObject({ id: walletApp.id, walletAddress: app.account.address })
      const sign = signLink(chosen, walletApp)
      const payload = Buffer.from(bs58.decode(queryOf(sign).get('payload') ?? '')).toString()
      for (const secret of [held.nonce, chosen.app?.session]) expect(payload).not.toContain(secret)
      expect(answerTo(chosen, 'signMessage', sign).isPressedInApp).toBe(true)
      expect(app.asked).toEqual([{ message: proofMessage(held), display: 'utf8' }])
    }
  })

  it('have the documented parameters with the public half of the key, and no secret', () => {
    const link = new URL(connectLink(held))
    expect(link.origin + link.pathname).toBe('https://phantom.app/ul/v1/connect')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      app_url: origin,
      dapp_encryption_public_key: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{42,44}$/),
      redirect_link: `${origin}/connect/wallet-app/phantom/${held.id}/connect`,
      cluster: 'mainnet-beta',
    })
  })

  it('use the keys and the content of answers that tweetnacl 1.0.3 makes', () => {
    const link: OpenLink = { ...held, appKey: 'A'.repeat(43) }
    const ours = queryOf(connectLink(link)).get('dapp_encryption_public_key')
    expect(ours).toBe('3yoAzDBnKmWP9i711p6dvhAChUKUuP2UrQsPaxhVy1HB')
    const publicKey = '2L54SXdEHm5mraF2X2GPid3m4PSkwVehEvhk487mWTx8'
    const query = new URLSearchParams({
      phantom_encryption_public_key: publicKey,
      nonce: 'pmuWZgV4nJVHaioT79ABVXxCGYGnWrUG',
      data: 'CvnYS2dL4yVYafKdeyZVA9oirhMrZTvBtjiwRunxwWFfhzpceBhurycSRLzrWSUu9CrqkSUWtAYxJzAUMXQtyMHGTxyegHUeAFTtq2kGFPNTpwi7xNRkoAnvNEUidiPdBQBUq7o',
    })
    const walletAddress = 'A2qpi9PctkVxtuZmTnfSMdQ6E1vXtFkfzEcmF9r5mSqv'
    expect(comeBack(link, `${origin}?${query}`).link.app).toEqual({
      id: 'phantom',
      walletAddress,
      publicKey,
      session: 'a-session',
    })
  })

  it('return null when the link has no key, no app is chosen, or its key has a small order', () => {
    expect(connectDeepLink(phantom, { origin, link: openLink(Date.now()) })).toBeNull()
    expect(signMessageDeepLink(phantom, { origin, link: held })).toBeNull()
    const chosen = { id: phantom.id, walletAddress: 'a', publicKey: '1'.repeat(32), session: 's' }
    expect(signMessageDeepLink(phantom, { origin, link: { ...held, app: chosen } })).toBeNull()
  })
})

describe('answerLink', () => {
  it('chooses the app, removes what was there of the previous address, and refuses a second answer of any app', () => {
    const [app, other] = [new DeepLinkApp(), new DeepLinkApp('solflare')]
    const outcome = { kind: 'app_problem', app: 'phantom', problem: 'declined' } as const
    const url = app.approve(connectLink(held))
    const { link, problem } = comeBack({ ...held, entered: { walletAddress: 'typed' }, outcome }, url)
    expect(problem).toBeUndefined()
    const secrets = { publicKey: expect.any(String), session: expect.any(String) }
    expect(link).toEqual({ ...held, app: { id: 'phantom', walletAddress: app.account.address, ...secrets } })
    for (const [answer, of] of [
      [url, phantom],
      [other.approve(connectLink(held, solflare)), solflare],
    ] as const) {
      const again = comeBack(link, answer, { app: of })
      expect(again.problem).toBe('already_chosen')
      expect(again.link).toEqual({ ...link, outcome: { kind: 'app_problem', app: of.id, problem: 'already_chosen' } })
    }
  })

  it('refuses an invalid address, and one that is not the one that the operator stores', () => {
    const short = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosg'
    const app = new DeepLinkApp()
    const approved = app.approve(connectLink(held))
    const lockedAddress = newAccount().address
    for (const [url, problem, change] of [
      ...['0nonsense', '', short, 'z'.repeat(1000)].map(
        (public_key) => [app.answer(connectLink(held), { public_key, session: 's' }), 'invalid_address', {}] as const,
      ),
      [approved, 'other_address', { lockedAddress }] as const,
    ]) {
      const { link } = comeBack(held, url, change)
      expect(link).not.toHaveProperty('app')
      expect(problemOf(link)).toBe(problem)
      // The key was valid for that answer only.
      expect(connectLink(link)).not.toBe(connectLink(held))
    }
    expect(comeBack(held, approved, { lockedAddress: app.account.address }).link.app).toBeDefined()
  })

  it('presses Connect with the shared address after a signature, removes the app’s secrets, and ignores later answers', () => {
    const app = new DeepLinkApp()
    const link = chosenBy(app)
    const url = app.approve(signLink(link))
    const { address: walletAddress } = app.account
    const signed = comeBack(link, url, signing).link
    const { outcome: _, ...rest } = link
    expect(signed).toEqual({
      ...rest,
      app: { id: 'phantom', walletAddress },
      isPressedInApp: true,
      entered: {
        walletAddress,
        signed: { walletName: 'Phantom', signature: expect.stringMatching(/^\w{80,}$/) },
        way: 'deep_link',
      },
    })
    expect(comeBack(signed, url, signing)).toEqual({ link: signed })
    expect(comeBack(signed, app.decline(signLink(link)), signing)).toEqual({ link: signed })
    expect(comeBack(signed, app.approve(connectLink(held)))).toEqual({ link: signed })
  })

  it('refuses a signature for another request, of another key, or from an app that is not chosen', () => {
    const app = new DeepLinkApp()
    const link = chosenBy(app)
    for (const back of [
      app.approve(signLink({ ...link, requestId: '01BX5ZZKBKACTAV9WEVGEMMVRZ' })),
      app.answer(signLink(link), { signature: '5'.repeat(88) }),
    ]) {
      const answered = comeBack(link, back, signing)
      expect(answered.problem).toBe('proof_refused')
      expect(answered.link).toEqual({ ...link, outcome: { kind: 'proof_problem', problem: 'refused' } })
    }
    const url = app.approve(signLink(link))
    expect(problemOf(comeBack(held, url, signing).link)).toBe('not_chosen')
    expect(problemOf(comeBack(link, url, { ...signing, app: solflare }).link)).toBe('not_chosen')
    const entered = { walletAddress: 'a', signed: { walletName: 'Phantom', signature: 's' } }
    expect(problemOf(comeBack({ ...held, entered }, url, signing).link)).toBe('already_chosen')
  })

  it('removes the app that has forgotten its session, which is the error 4100', () => {
    const app = new DeepLinkApp()
    const link = chosenBy(app)
    const answered = comeBack(link, app.decline(signLink(link), '4100', 'Unauthorized'), signing)
    expect(answered.problem).toBe('not_chosen')
    expect(answered.link).not.toHaveProperty('app')
    expect(connectLink(answered.link)).not.toBe(connectLink(link))
  })

  it('gives an app a new key after a refusal, and leaves the earlier link of another app valid', () => {
    const [app, other] = [new DeepLinkApp(), new DeepLinkApp('solflare')]
    const url = connectLink(held, solflare)
    for (const answer of [other.answer(url, { public_key: '0nonsense', session: 's' }), other.decline(url)]) {
      const { link } = comeBack(held, answer, { app: solflare })
      const again = connectLink(link, solflare)
      expect(queryOf(again).get('dapp_encryption_public_key')).not.toBe(queryOf(url).get('dapp_encryption_public_key'))
      expect(comeBack(link, other.approve(again), { app: solflare }).link.app?.id).toBe('solflare')
      expect(comeBack(link, app.approve(connectLink(held))).link.app?.walletAddress).toBe(app.account.address)
    }
  })

  it('changes only the outcome when a signature is refused or unreadable, and asks the same app again', () => {
    const app = new DeepLinkApp()
    const link = chosenBy(app)
    for (const [answer, problem, detail] of [
      [app.decline(signLink(link)), 'declined', undefined],
      [app.decline(signLink(link), '-32603', 'Unexpected error'), 'failed', undefined],
      [app.answer(signLink(link), 'no JSON'), 'unreadable', 'unexpected_content'],
    ] as const) {
      const answered = comeBack(link, answer, signing)
      const outcome = { kind: 'app_problem', app: 'phantom', problem } as const
      expect(answered).toEqual({ link: { ...link, outcome }, problem, ...(detail && { detail }) })
      expect(app.approve(signLink(answered.link))).toContain('data=')
    }
  })
})

describe('answerLink with an answer that it cannot use', () => {
  const keyParameter = 'phantom_encryption_public_key'
  const app = new DeepLinkApp()
  const asked = connectLink(held)
  const signer = new DeepLinkApp()
  const chosen = chosenBy(signer)
  const problemWith = (url: string, link = held, method: DeepLinkMethod = 'connect') => {
    const { problem, detail } = comeBack(link, url, { method })
    return detail ?? problem
  }
  const changed = (change: (query: URLSearchParams) => void) => {
    const url = new URL(app.approve(asked))
    change(url.searchParams)
    return url.href
  }

  it('stores what the code or the words mean, and failed for unknown ones', () => {
    const decline = (code?: string, words?: string) => new DeepLinkApp().decline(asked, code, words)
    const back = decline().split('?')[0]
    for (const [url, problem] of [
      [decline(), 'declined'],
      [decline('4100'), 'not_chosen'],
      [decline('-32002'), 'dialog_open'],
      ...['-32603', '', 'constructor', 'x'.repeat(1000)].map((code) => [
        decline(code, 'Something went wrong.'),
        'failed',
      ]),
      [decline('-32603', 'No account'), 'no_account'],
      [`${back}?error=4001`, 'declined'],
      [`${back}?errorMessage=User+rejected`, 'declined'],
    ] as const) {
      expect(problemWith(url ?? ''), url).toBe(problem)
    }
    const ledger = 'Signing off-chain messages with Ledger is not yet supported'
    expect(problemWith(signer.decline(signLink(chosen), '-32603', ledger), chosen, 'signMessage')).toBe('cannot_sign')
  })

  it('refuses an answer that is changed, incomplete or too long', () => {
    const changes: [string, string, (query: URLSearchParams) => void][] = [
      ['cut', 'not_decrypted', (query) => query.set('data', query.get('data')?.slice(0, -4) ?? '')],
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

  it('refuses an answer for another key, and a link without one', () => {
    const { appKey: _, ...bare } = held
    expect(problemWith(app.approve(asked), bare)).toBe('no_key')
    expect(problemWith(app.approve(asked), { ...held, appKey: newSecretKey() })).toBe('not_decrypted')
    const other = bs58.encode(randomBytes(32))
    expect(problemWith(changed((query) => query.set(keyParameter, other)))).toBe('not_decrypted')
    const { address: walletAddress } = signer.account
    const stranger = { ...chosen, app: { id: 'phantom', walletAddress, publicKey: other, session: 's' } }
    const signed = signer.approve(signLink(chosen))
    expect(problemWith(signed, stranger, 'signMessage')).toBe('not_decrypted')
    // A key in the answer does not count.
    expect(problemWith(`${signed}&${keyParameter}=${other}`, chosen, 'signMessage')).toBeUndefined()
  })

  it('refuses an answer with a key of small order', () => {
    // The shared secret is zero for every secret key, so anyone has this key of NaCl's box.
    const sharedKey = Buffer.from('351f86faa3b988468a850122b65b0acece9c4826806aeee63de9c0da2bd7f91e', 'hex')
    const nonce = randomBytes(24)
    const content = JSON.stringify({ public_key: app.account.address, session: 'forged' })
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
    for (const content of ['no JSON', 'null', '[]', ...incomplete, ...sessions]) {
      const { link, detail } = comeBack(held, app.answer(asked, content))
      expect(detail).toBe('unexpected_content')
      // It may be forged, so the key stays valid for the app's own answer.
      expect(connectLink(link)).toBe(asked)
    }
    for (const content of [{}, { signature: 5 }, 'text']) {
      expect(problemWith(signer.answer(signLink(chosen), content), chosen, 'signMessage')).toBe('unexpected_content')
    }
  })
})
