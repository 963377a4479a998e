import 'server-only'
import { randomBytes } from 'node:crypto'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import bs58 from 'bs58'
import { z } from 'zod'
import type { WalletApp } from '@/lib/wallets'
import { type WalletFailure, walletFailureOf, type WalletRequest } from '@/lib/wallets/errors'
import { publicKeyOf, sharedKeyOf } from './box-keys'
import { appKeyOf, chosenApp, withNextKey, type Link, type OpenLink } from './link'
import { appProblems, type AppProblem, type NotConfirmed } from './outcome'
import { checkProof, proofMessage } from './proof'
import { parseWalletAddress } from './wallet-address'

/*
 * The deep links of wallet apps, as Phantom, Solflare and Backpack document them (`docs/decisions/wallets.md`). A link
 * opens the app. The app then opens the link's `redirect_link` with its answer in the query. Both sides encrypt with
 * NaCl's box (X25519, XSalsa20 and Poly1305) and encode in base58. For example, a link to Phantom and its answer:
 *
 *     https://phantom.app/ul/v1/connect?app_url=https%3A%2F%2Fconnect.example.com&cluster=mainnet-beta
 *       &dapp_encryption_public_key=9Fz…&redirect_link=https%3A%2F%2Fconnect.example.com%2Fconnect%2Fwallet-app%2F…
 *     https://connect.example.com/connect/wallet-app/phantom/k3Jd92fLqPzA/connect
 *       ?phantom_encryption_public_key=4Hw…&nonce=Jx2…&data=2kD…   (`data`: {"public_key":"7xK…","session":"c2Vz…"})
 */

export const deepLinkMethods = ['connect', 'signMessage'] as const

export type DeepLinkMethod = (typeof deepLinkMethods)[number]

/** Only shown: a signed message is the same on all networks. */
const cluster = 'mainnet-beta'

const publicKeyBytes = 32
const nonceBytes = 24

const maxAnswerLength = 4096

/** Base58 decoding takes quadratic time, about 6 ms for this length. */
const maxDataLength = 2048

/** A session must fit into the link's cookie. Phantom documents about 300 characters. */
const maxSessionLength = 600

/** The session is a secret that the app expects in every further request. */
const connectContent = z.object({
  public_key: z.string(),
  session: z
    .string()
    .max(maxSessionLength)
    .regex(/^[\w.~+/=-]+$/),
})

const signMessageContent = z.object({ signature: z.string() })

/** Some have a separate text for users. All else counts as `failed`. */
function problemOf(failure: WalletFailure): AppProblem {
  if (failure === 'not_signed') return 'declined'
  // The app has forgotten the session.
  if (failure === 'disconnected') return 'not_chosen'
  return appProblems.find((problem) => problem === failure) ?? 'failed'
}

/** The site is the one to which the app returns. */
interface Asking {
  origin: string
  link: OpenLink
}

/** The deep link that asks an app for an address, without a secret. Null if the link has no key for apps. */
export function connectDeepLink(app: WalletApp, { origin, link }: Asking): string | null {
  const secretKey = appKeyOf(link, app.id)
  if (secretKey === undefined) return null
  return deepLink(app, 'connect', { origin, link, secretKey }, { app_url: origin, cluster })
}

/** Asks the chosen app to sign the proof, encrypted for the app alone. Null without a session or usable keys. */
export function signMessageDeepLink(app: WalletApp, { origin, link }: Asking): string | null {
  const secretKey = appKeyOf(link, app.id)
  const { publicKey, session } = link.app ?? {}
  if (secretKey === undefined || publicKey === undefined || session === undefined) return null
  const sharedKey = sharedKeyOf(secretKey, bs58.decode(publicKey))
  if (!sharedKey) return null
  const nonce = randomBytes(nonceBytes)
  const message = bs58.encode(Buffer.from(proofMessage(link)))
  const request = Buffer.from(JSON.stringify({ message, session, display: 'utf8' }))
  const payload = bs58.encode(xsalsa20poly1305(sharedKey, nonce).encrypt(request))
  return deepLink(app, 'signMessage', { origin, link, secretKey }, { nonce: bs58.encode(nonce), payload })
}

function deepLink(
  app: WalletApp,
  method: DeepLinkMethod,
  { origin, link, secretKey }: Asking & { secretKey: string },
  parameters: Record<string, string>,
): string {
  const query = new URLSearchParams({
    ...parameters,
    dapp_encryption_public_key: bs58.encode(publicKeyOf(secretKey)),
    // Without a query, because the app appends one.
    redirect_link: `${origin}/connect/wallet-app/${app.id}/${link.id}/${method}`,
  })
  return `${app.deepLinkPrefix}${method}?${query}`
}

/** Untrusted until it is decrypted. */
interface AppAnswer {
  app: WalletApp
  method: DeepLinkMethod
  query: URLSearchParams
  /** The user's address, if the operator stores one. */
  lockedAddress: string | undefined
}

interface Answered {
  link: Link
  problem?: AppProblem | 'proof_refused'
  /** The exact cause, for the log. */
  detail?: string | undefined
}

/**
 * Applies an app's answer: an address, or a signature, which counts as a press of Connect. A problem becomes the link's
 * outcome and never ends the link. An unreadable answer changes nothing else.
 */
export function answerLink(link: OpenLink, answer: AppAnswer): Answered {
  // An answer after the app has signed changes nothing.
  if (link.isPressedInApp) return { link }
  return answer.method === 'connect' ? takeAddress(link, answer) : takeSignature(link, answer)
}

function takeAddress(link: OpenLink, { app, query, lockedAddress }: AppAnswer): Answered {
  // A key is valid for one answer.
  if (chosenApp(link, lockedAddress)) return withProblem(link, app, 'already_chosen')
  const secretKey = appKeyOf(link, app.id)
  if (secretKey === undefined) return withProblem(link, app, 'unreadable', 'no_key')
  const publicKey = query.get(app.publicKeyParameter) ?? ''
  const answer = readAnswer(query, { publicKey, secretKey, content: connectContent, request: 'connecting' })
  const next = withNextKey(link, app.id)
  if (!answer.ok) {
    // Apps show a link only once, so the next try has a new key. An unreadable answer may be forged.
    const after = answer.problem === 'unreadable' ? link : next
    return withProblem(after, app, answer.problem, answer.detail)
  }
  const { public_key: shared, session } = answer.content
  const wallet = parseWalletAddress(shared)
  if (!wallet.ok) return withProblem(next, app, 'invalid_address', wallet.problem)
  if (lockedAddress !== undefined && wallet.address !== lockedAddress) {
    return withProblem(next, app, 'other_address')
  }
  const { entered: _entered, outcome: _outcome, ...rest } = link
  return { link: { ...rest, app: { id: app.id, walletAddress: wallet.address, publicKey, session } } }
}

function takeSignature(link: OpenLink, { app, query, lockedAddress }: AppAnswer): Answered {
  const chosen = chosenApp(link, lockedAddress)
  const { id, walletAddress = '', publicKey } = chosen ?? {}
  const secretKey = appKeyOf(link, app.id)
  if (id !== app.id || publicKey === undefined || secretKey === undefined) {
    return withProblem(link, app, link.entered?.signed ? 'already_chosen' : 'not_chosen')
  }
  const answer = readAnswer(query, { publicKey, secretKey, content: signMessageContent, request: 'signing' })
  if (!answer.ok) {
    const isForgotten = answer.problem === 'not_chosen'
    return withProblem(isForgotten ? withNextKey(link, app.id) : link, app, answer.problem, answer.detail)
  }
  const { signature } = answer.content
  const proof = checkProof({ signature, walletAddress, link })
  if (!proof.ok) {
    const outcome = { kind: 'proof_problem', problem: 'refused' } as const
    return { link: { ...link, outcome }, problem: 'proof_refused', detail: proof.problem }
  }
  const { outcome: _outcome, ...rest } = link
  const entered = { walletAddress, signed: { walletName: app.name, signature }, way: 'deep_link' as const }
  return { link: { ...rest, entered, app: { id, walletAddress }, isPressedInApp: true } }
}

function withProblem(link: Link, app: WalletApp, problem: AppProblem, detail?: string): Answered {
  const outcome: NotConfirmed = { kind: 'app_problem', app: app.id, problem }
  return { link: { ...link, outcome }, problem, detail }
}

/**
 * Decrypts an app's answer.
 *
 * @param answer.publicKey - the app's, in base58.
 * @returns otherwise, `problem` selects the text for users, and `detail` is for the log.
 */
function readAnswer<Content>(
  query: URLSearchParams,
  answer: { publicKey: string; secretKey: string; content: z.ZodType<Content>; request: WalletRequest },
): { ok: true; content: Content } | { ok: false; problem: AppProblem; detail?: string } {
  const { publicKey, secretKey, content, request } = answer
  const unreadable = (detail: string) => ({ ok: false, problem: 'unreadable', detail }) as const
  if (query.toString().length > maxAnswerLength || (query.get('data')?.length ?? 0) > maxDataLength) {
    return unreadable('too_long')
  }
  const [code, words] = [query.get('errorCode') ?? query.get('error'), query.get('errorMessage')]
  if (code !== null || words !== null) {
    return { ok: false, problem: problemOf(walletFailureOf({ code, message: words }, request)) }
  }

  const [appKey, nonce, data] = [publicKey, query.get('nonce'), query.get('data')].map((text) =>
    bs58.decodeUnsafe(text ?? ''),
  )
  if (appKey?.length !== publicKeyBytes || nonce?.length !== nonceBytes || !data) {
    return unreadable('incomplete')
  }
  const sharedKey = sharedKeyOf(secretKey, appKey)
  if (!sharedKey) return unreadable('wrong_key')
  let opened: Uint8Array
  try {
    opened = xsalsa20poly1305(sharedKey, nonce).decrypt(data)
  } catch {
    return unreadable('not_decrypted')
  }
  try {
    return { ok: true, content: content.parse(JSON.parse(Buffer.from(opened).toString())) }
  } catch {
    return unreadable('unexpected_content')
  }
}
