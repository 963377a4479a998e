import 'server-only'
import { randomBytes } from 'node:crypto'
import bs58 from 'bs58'
import nacl from 'tweetnacl'
import { z } from 'zod'
import type { WalletApp } from '@/lib/wallets'
import { walletFailureOf, type WalletRequest } from '@/lib/wallets/errors'
import type { WalletFailure } from '@/lib/wallets/failures'

/*
 * The deep links of wallet apps, as Phantom, Solflare and Backpack document them. A link on the page opens the app, and
 * the app then opens one of our URLs with its answer in the query. Both sides encrypt with NaCl's box (X25519, XSalsa20
 * and Poly1305) and encode in base58. `docs/decisions/wallets.md` links to the documents.
 */

/** The requests that a deep link can make to an app. */
export const deepLinkMethods = ['connect', 'signMessage'] as const

export type DeepLinkMethod = (typeof deepLinkMethods)[number]

/** An app's answer to `connect`: the wallet address, and the values that later requests need. */
export const appSessionSchema = z.object({
  walletAddress: z.string(),
  /** The app's public key for this session, in base58. */
  publicKey: z.string(),
  /** Opaque and secret: the app expects it in every further request. */
  session: z.string(),
})

export type AppSession = z.output<typeof appSessionSchema>

/**
 * Why an app's answer is unusable. `unreadable` selects the text for users, and `detail` gives the cause for the log.
 */
export interface AnswerProblem {
  problem: 'declined' | 'failed' | 'not_chosen' | 'cannot_sign' | 'dialog_open' | 'locked' | 'no_account' | 'unreadable'
  detail?: UnreadableDetail
}

type UnreadableDetail = 'too_long' | 'incomplete' | 'wrong_key' | 'not_decrypted' | 'unexpected_content'

type Answer<Content> = { ok: true; content: Content } | ({ ok: false } & AnswerProblem)

/** The network that the wallet displays. A signed message is the same on all networks. */
const cluster = 'mainnet-beta'

/** The max length of an answer, in characters. */
const maxAnswerLength = 4096

/**
 * The max length of the encrypted part, in characters. Base58 decoding takes quadratic time, about 6 ms for this
 * length.
 */
const maxDataLength = 2048

/**
 * The max length of a session, in characters. A session must fit into the link's cookie. Phantom documents sessions of
 * about 300 characters.
 */
const maxSessionLength = 600

/** The meanings of an app's error that have a separate text for users. All others count as `failed`. */
const errorProblems: Partial<Record<WalletFailure, Exclude<AnswerProblem['problem'], 'unreadable'>>> = {
  declined: 'declined',
  not_signed: 'declined',
  // The app has forgotten the session.
  disconnected: 'not_chosen',
  cannot_sign: 'cannot_sign',
  dialog_open: 'dialog_open',
  locked: 'locked',
  no_account: 'no_account',
}

/** Creates a secret key of X25519, in base64url. */
export function newSecretKey(): string {
  // Any 32 bytes are a valid key. Computing the public key takes 2 ms and is not always needed.
  return randomBytes(nacl.box.secretKeyLength).toString('base64url')
}

/**
 * Returns the deep link that asks an app for a wallet address. It contains no secret.
 *
 * @param options.publicKey - the public half of our key pair, in base58.
 * @param options.redirectLink - our URL, which the app opens with its answer.
 */
export function connectDeepLink(
  app: WalletApp,
  { origin, publicKey, redirectLink }: { origin: string; publicKey: string; redirectLink: string },
): string {
  return deepLink(app, 'connect', {
    app_url: origin,
    dapp_encryption_public_key: publicKey,
    redirect_link: redirectLink,
    cluster,
  })
}

/** Returns the deep link that asks an app to sign a message. Only the app can decrypt the message. */
export function signMessageDeepLink(
  app: WalletApp,
  message: string,
  {
    session,
    publicKey,
    secretKey,
    redirectLink,
  }: Omit<AppSession, 'walletAddress'> & { secretKey: string; redirectLink: string },
): string {
  const nonce = nacl.randomBytes(nacl.box.nonceLength)
  const request = JSON.stringify({ message: bs58.encode(Buffer.from(message)), session, display: 'utf8' })
  const payload = nacl.box(Buffer.from(request), nonce, bs58.decode(publicKey), bytesOf(secretKey))
  return deepLink(app, 'signMessage', {
    dapp_encryption_public_key: publicKeyOf(secretKey),
    nonce: bs58.encode(nonce),
    redirect_link: redirectLink,
    payload: bs58.encode(payload),
  })
}

/** Reads an app's answer to `connect`. The caller checks the address with `parseWalletAddress`. */
export function readConnectAnswer(
  query: URLSearchParams,
  { app, secretKey }: { app: WalletApp; secretKey: string },
): Answer<AppSession> {
  const publicKey = query.get(app.publicKeyParameter) ?? ''
  const answer = readAnswer(query, { publicKey, secretKey, content: connectContent, request: 'connecting' })
  if (!answer.ok) return answer
  const { public_key: walletAddress, session } = answer.content
  return { ok: true, content: { walletAddress, publicKey, session } }
}

/** Reads an app's answer to `signMessage`. The caller checks the signature with `checkProof`. */
export function readSignMessageAnswer(
  query: URLSearchParams,
  keys: Pick<AppSession, 'publicKey'> & { secretKey: string },
): Answer<{ signature: string }> {
  return readAnswer(query, { ...keys, content: signMessageContent, request: 'signing' })
}

const connectContent = z.object({
  public_key: z.string(),
  session: z
    .string()
    .max(maxSessionLength)
    .regex(/^[\w.~+/=-]+$/),
})
const signMessageContent = z.object({ signature: z.string() })

function readAnswer<Content>(
  query: URLSearchParams,
  {
    publicKey,
    secretKey,
    content,
    request,
  }: { publicKey: string; secretKey: string; content: z.ZodType<Content>; request: WalletRequest },
): Answer<Content> {
  const unreadable = (detail: UnreadableDetail) => ({ ok: false, problem: 'unreadable', detail }) as const
  if (query.toString().length > maxAnswerLength || (query.get('data')?.length ?? 0) > maxDataLength) {
    return unreadable('too_long')
  }
  const [code, words] = [query.get('errorCode') ?? query.get('error'), query.get('errorMessage')]
  if (code !== null || words !== null) {
    const failure = walletFailureOf({ code, message: words }, request)
    return { ok: false, problem: errorProblems[failure] ?? 'failed' }
  }

  const [appKey, nonce, data] = [publicKey, query.get('nonce'), query.get('data')].map((text) =>
    bs58.decodeUnsafe(text ?? ''),
  )
  if (appKey?.length !== nacl.box.publicKeyLength || nonce?.length !== nacl.box.nonceLength || !data) {
    return unreadable('incomplete')
  }
  if (isWeakKey(appKey, secretKey)) return unreadable('wrong_key')
  const opened = nacl.box.open(data, nonce, appKey, bytesOf(secretKey))
  if (!opened) return unreadable('not_decrypted')
  const parsed = content.safeParse(parseJson(Buffer.from(opened).toString()))
  return parsed.success ? { ok: true, content: parsed.data } : unreadable('unexpected_content')
}

/**
 * Checks whether a public key makes the shared secret zero for every secret key. With such a key, an attacker can
 * encrypt an answer without our key.
 */
function isWeakKey(publicKey: Uint8Array, secretKey: string): boolean {
  return nacl.scalarMult(bytesOf(secretKey), publicKey).every((byte) => byte === 0)
}

function deepLink(app: WalletApp, method: DeepLinkMethod, parameters: Record<string, string>): string {
  return `${app.deepLinkPrefix}${method}?${new URLSearchParams(parameters)}`
}

/** Returns the public half of our key pair, in base58. */
export function publicKeyOf(secretKey: string): string {
  return bs58.encode(nacl.box.keyPair.fromSecretKey(bytesOf(secretKey)).publicKey)
}

const bytesOf = (secretKey: string): Uint8Array => Buffer.from(secretKey, 'base64url')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
