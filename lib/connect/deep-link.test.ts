import bs58 from 'bs58'
import { expect, it } from 'vitest'
import { DeepLinkApp, type Maker } from '@/e2e/wallet/deep-link-app'
import { walletAppOf, walletApps, walletIds, type WalletApp } from '@/lib/wallets'
import { answerLink } from './app-answer'
import { connectDeepLink, signMessageDeepLink } from './deep-link'
import { newSecretKey, type OpenLink } from './link'
import { proofMessage } from './proof'
import { openLink } from './test-support'

const origin = 'https://connect.example'
const held: OpenLink = { ...openLink(Date.now()), nonce: 'Grüße: 日本', appKey: newSecretKey() }
const apps = walletApps(walletIds)
const queryOf = (url: string) => new URL(url).searchParams
const openedBy = ({ id }: WalletApp) => new DeepLinkApp(id as Maker)

it('the deep links of each app get an address and a signature of the proof, which only the app can read', () => {
  for (const walletApp of apps) {
    const app = openedBy(walletApp)
    const answerTo = (link: OpenLink, method: 'connect' | 'signMessage', deepLink: string | null) => {
      const back = new URL(app.approve(deepLink ?? ''))
      expect(back.origin + back.pathname).toBe(`${origin}/connect/wallet-app/${walletApp.id}/${held.id}/${method}`)
      const answer = { app: walletApp, method, query: back.searchParams, lockedAddress: undefined }
      return answerLink(link, answer).link as OpenLink
    }
    const chosen = answerTo(held, 'connect', connectDeepLink(walletApp, { origin, link: held }))
    expect(chosen.app).toMatchObject({ id: walletApp.id, walletAddress: app.account.address })
    const sign = signMessageDeepLink(walletApp, { origin, link: chosen })
    const payload = Buffer.from(bs58.decode(queryOf(sign ?? '').get('payload') ?? '')).toString()
    for (const secret of [held.nonce, chosen.app?.session]) expect(payload).not.toContain(secret)
    expect(answerTo(chosen, 'signMessage', sign).isPressedInApp).toBe(true)
    expect(app.asked).toEqual([{ message: proofMessage(held), display: 'utf8' }])
  }
})

it('connectDeepLink returns the documented parameters with the public half of the key, and no secret', () => {
  const link = new URL(connectDeepLink(walletAppOf('phantom') as WalletApp, { origin, link: held }) ?? '')
  expect(link.origin + link.pathname).toBe('https://phantom.app/ul/v1/connect')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    app_url: origin,
    dapp_encryption_public_key: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{42,44}$/),
    redirect_link: `${origin}/connect/wallet-app/phantom/${held.id}/connect`,
    cluster: 'mainnet-beta',
  })
})

it('the public half of a key and the content of an answer are those that tweetnacl 1.0.3 makes', () => {
  const app = walletAppOf('phantom') as WalletApp
  const link: OpenLink = { ...openLink(Date.now()), appKey: 'A'.repeat(43) }
  const ours = queryOf(connectDeepLink(app, { origin, link }) ?? '').get('dapp_encryption_public_key')
  expect(ours).toBe('3yoAzDBnKmWP9i711p6dvhAChUKUuP2UrQsPaxhVy1HB')
  const publicKey = '2L54SXdEHm5mraF2X2GPid3m4PSkwVehEvhk487mWTx8'
  const query = new URLSearchParams({
    phantom_encryption_public_key: publicKey,
    nonce: 'pmuWZgV4nJVHaioT79ABVXxCGYGnWrUG',
    data: 'CvnYS2dL4yVYafKdeyZVA9oirhMrZTvBtjiwRunxwWFfhzpceBhurycSRLzrWSUu9CrqkSUWtAYxJzAUMXQtyMHGTxyegHUeAFTtq2kGFPNTpwi7xNRkoAnvNEUidiPdBQBUq7o',
  })
  expect(answerLink(link, { app, method: 'connect', query, lockedAddress: undefined }).link.app).toEqual({
    id: 'phantom',
    walletAddress: 'A2qpi9PctkVxtuZmTnfSMdQ6E1vXtFkfzEcmF9r5mSqv',
    publicKey,
    session: 'a-session',
  })
})

it('there is no deep link when the held link has no key, no app is chosen, or its key has a small order', () => {
  for (const app of apps) {
    expect(connectDeepLink(app, { origin, link: openLink(Date.now()) })).toBeNull()
    expect(signMessageDeepLink(app, { origin, link: held })).toBeNull()
    const chosen = { id: app.id, walletAddress: 'a', publicKey: '1'.repeat(32), session: 's' }
    expect(signMessageDeepLink(app, { origin, link: { ...held, app: chosen } })).toBeNull()
  }
})
