import 'server-only'
import { setTimeout as delay } from 'node:timers/promises'
import { defaultWaitSeconds } from '@/lib/connect/outcome'
import { problemOf } from '@/lib/console/shared/problem'
import {
  confirmConnection,
  confirmErrorKind,
  ServiceError,
  serviceMessage,
  type CallOptions,
  type ConfirmRequest,
  type ConfirmResult,
  type ServiceAccess,
} from '@/lib/service'

/** The result of a key check. The texts `keyCheck` say what each means and what to do. */
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
  /** Nothing was asked: every call that could be made is for users. */
  | 'users_first'

interface KeyCheckResult {
  verdict: KeyCheckVerdict
  /** The response's status; null if there was no response. */
  status: number | null
  /** The service's error text, made safe by `serviceMessage`; null if there is none to show. */
  message: string | null
  /** Seconds, from `Retry-After`. */
  retryAfterSeconds?: number | undefined
}

/** What the overview shows of the key check. */
export type KeyCheckState = { kind: 'not_checked' } | { kind: 'checked'; checkedAt: string; result: KeyCheckResult }

/**
 * Checks the key and the subnet ID as the interface suggests ("Errors"): it confirms a request that does not
 * exist. With a valid key and subnet ID the service responds with 404 `request_not_found`. The check changes
 * nothing at the service, and counts toward the 120 calls a minute that the users' confirms share.
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
 * Checks the key with a call that no user is waiting for. Where there is none for two seconds, nothing is asked.
 *
 * @param calls.spendSpare - spends such a call; false where there is none now.
 * @param calls.pause - hears for how many milliseconds the service wants no calls: its limit is of the key, and so of users too.
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
  if (result.verdict === 'rate_limited') await pause((result.retryAfterSeconds ?? defaultWaitSeconds) * 1000)
  return result
}

/** Base58 for 32 zero bytes: a valid address that is nobody's wallet. */
const validWalletAddress = '1'.repeat(32)

/** A confirm request that is valid, of a connect request that does not exist. */
export function madeUpRequest(): ConfirmRequest {
  return {
    requestId: madeUpRequestId(),
    nonce: crypto.randomUUID(),
    walletAddress: validWalletAddress,
    subnetUserId: 'key-check',
  }
}

/** A random ULID with a timestamp in 1970, which no service can have issued. */
export function madeUpRequestId(): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const random = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => alphabet[byte % alphabet.length])
  return `${'0'.repeat(10)}${random.join('')}`
}

/**
 * Interprets the result of confirming a made-up request.
 *
 * @param secrets - a text of the service that quotes one of them is not shown.
 */
export function interpretKeyCheck(result: ConfirmResult, secrets: readonly string[]): KeyCheckResult {
  const { status, retryAfterSeconds } = result
  return { verdict: verdictOf(result), status, message: serviceMessage(result.error, secrets), retryAfterSeconds }
}

function verdictOf({ status, reason, isReadable, hasAuthCode }: ConfirmResult): KeyCheckVerdict {
  if (hasAuthCode) return 'unexpected'
  const kind = confirmErrorKind(status, reason)
  switch (kind) {
    case 'request_not_found':
      return 'fine'
    case 'unauthenticated':
      return status === 400 ? 'bad_request' : 'unauthenticated'
    case 'forbidden':
    case 'rate_limited':
    case 'server_error':
      return kind
    default:
      if (status >= 300 && status < 400) return 'redirect'
      // Any other 404 means that the path does not exist, so something else than the service responded.
      return !isReadable || status === 404 ? 'not_the_service' : 'unexpected'
  }
}
