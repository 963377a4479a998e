import 'server-only'
import { setTimeout as delay } from 'node:timers/promises'
import { defaultWaitSeconds } from '@/lib/connect/outcome'
import { problemOf } from './problem'
import {
  answerText,
  confirmConnection,
  ServiceError,
  serviceMessage,
  type CallOptions,
  type ConfirmRequest,
  type ConfirmResult,
  type ServiceAccess,
} from '@/lib/service'

/** The verdict of a key check. The texts `overview.keyCheck` explain each verdict, with the remedy. */
export type KeyCheckVerdict =
  | 'fine'
  | 'bad_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'rate_limited'
  | 'server_error'
  | 'redirect'
  | 'not_the_service'
  | 'unexpected'
  | 'unreachable'
  | 'timed_out'
  /** The check made no call, because users need all calls. */
  | 'users_first'

interface KeyCheckResult {
  verdict: KeyCheckVerdict
  /** The response's status; null if there was no response. */
  status: number | null
  /** The status and the media type of the response, for display. */
  answer?: string
  /** The service's error text, made safe by `serviceMessage`; null without a text to show. */
  message: string | null
  /** Seconds, from `Retry-After`. */
  retryAfterSeconds?: number | undefined
}

/**
 * Checks the key and the subnet ID as the interface suggests ("Errors"), by confirming a request that does not
 * exist. With a valid key and subnet ID, the service responds with 404 `request_not_found`. The check changes
 * nothing at the service, but counts toward the 120 calls a minute that the users' confirms share.
 */
export async function checkKey(access: ServiceAccess, options: CallOptions): Promise<KeyCheckResult> {
  try {
    return interpretKeyCheck(await confirmConnection(access, madeUpRequest(), options), [access.apiKey])
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { kind } = problemOf(error, [])
    if (kind === 'unreachable' || kind === 'timed_out') return { verdict: kind, status: null, message: null }
    return { verdict: 'not_the_service', status: null, message: null }
  }
}

/** How long a check waits for a call that no user needs, and how often it asks for one, in milliseconds. */
const spareCall = { waitMs: 2000, pollMs: 100 }

/**
 * Checks the key with a call that no user needs. If no call is spare within two seconds, it calls nothing.
 *
 * @param calls.spendSpare - spends a spare call, or returns false if there is none now.
 * @param calls.pause - called with the milliseconds that the service asks to wait. Users have to wait too, because the
 *   limit is per key.
 */
export async function checkKeyAfterUsers(
  access: ServiceAccess,
  options: CallOptions,
  { spendSpare, pause }: { spendSpare: () => Promise<boolean>; pause: (ms: number) => Promise<void> },
  { waitMs, pollMs } = spareCall,
): Promise<KeyCheckResult> {
  const until = performance.now() + waitMs
  while (!(await spendSpare())) {
    if (performance.now() + pollMs > until) return { verdict: 'users_first', status: null, message: null }
    await delay(pollMs)
  }
  const result = await checkKey(access, options)
  if (result.status === 429) await pause((result.retryAfterSeconds ?? defaultWaitSeconds) * 1000)
  return result
}

/** Base58 for 32 zero bytes, a valid address that belongs to no user. */
const validWalletAddress = '1'.repeat(32)

/** Makes a valid confirm request for a connect request that does not exist. */
export function madeUpRequest(): ConfirmRequest {
  return {
    requestId: madeUpRequestId(),
    nonce: crypto.randomUUID(),
    walletAddress: validWalletAddress,
    subnetUserId: 'key-check',
  }
}

/** Makes a random ULID with a timestamp in 1970, which no service can have issued. */
export function madeUpRequestId(): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const random = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => alphabet[byte % alphabet.length])
  return `${'0'.repeat(10)}${random.join('')}`
}

/**
 * Interprets the result of confirming a made-up request.
 *
 * @param secrets - the message is null if the service's text quotes one of them.
 */
export function interpretKeyCheck(result: ConfirmResult, secrets: readonly string[]): KeyCheckResult {
  const { status, retryAfterSeconds } = result
  const message = serviceMessage(result.error, secrets)
  return { verdict: verdictOf(result), status, answer: answerText(result), message, retryAfterSeconds }
}

function verdictOf({ status, kind, hasAuthCode }: ConfirmResult): KeyCheckVerdict {
  if (hasAuthCode) return 'unexpected'
  if (status >= 300 && status < 400) return 'redirect'
  switch (kind) {
    case 'request_not_found':
      return 'fine'
    case 'unauthenticated':
      return status === 400 ? 'bad_request' : 'unauthenticated'
    case 'forbidden':
    case 'rate_limited':
    case 'server_error':
    case 'not_the_service':
      return kind
    default:
      // Any other 404 means that the path does not exist, so another server has responded.
      return status === 404 ? 'not_the_service' : 'unexpected'
  }
}
