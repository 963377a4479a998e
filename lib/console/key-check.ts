import 'server-only'
import {
  confirmConnection,
  confirmRow,
  ServiceError,
  type CallOptions,
  type ConfirmAnswer,
  type ServiceAccess,
} from '@/lib/service'
import { serviceText } from '@/lib/service-text'
import { problemOf } from './problem'

/** What a key check came to; the texts say of each what it means and what to do. */
export const keyCheckVerdicts = [
  'fine',
  'bad_request',
  'unauthenticated',
  'forbidden',
  'rate_limited',
  'server_error',
  'redirect',
  'not_the_service',
  'unexpected',
  'unreachable',
  'timed_out',
] as const
export type KeyCheckVerdict = (typeof keyCheckVerdicts)[number]

export interface KeyCheckResult {
  verdict: KeyCheckVerdict
  /** The answer's status; none where no answer came. */
  status: number | null
  /** The service's own text, cleaned for showing, where it gave one. */
  message: string | null
  /** Seconds, from `Retry-After`. */
  retryAfterSeconds?: number | undefined
}

/** What the overview shows of its key check. */
export type KeyCheckState = { kind: 'not_checked' } | { kind: 'checked'; checkedAt: string; result: KeyCheckResult }

/**
 * Checks key and subnet ID by the interface's own trick ("Errors"): a confirm for a request that nobody
 * made must be answered with 404 `request_not_found`. It changes nothing at the service, and counts as
 * one of the 120 calls a minute that the users' confirms share.
 */
export async function checkKey(access: ServiceAccess, options: CallOptions): Promise<KeyCheckResult> {
  try {
    const request = {
      requestId: madeUpRequestId(),
      nonce: crypto.randomUUID(),
      walletAddress: someWalletAddress,
      subnetUserId: 'key-check',
    }
    return judgeKeyCheck(await confirmConnection(access, request, options), [access.apiKey])
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { kind } = problemOf(error, [])
    if (kind === 'unreachable' || kind === 'timed_out') return { verdict: kind, status: null, message: null }
    return { verdict: 'not_the_service', status: null, message: null }
  }
}

/** Base58 text of 32 bytes, all of them zero: valid, and nobody's wallet. */
const someWalletAddress = '1'.repeat(32)

/** A ULID of the year 1970, which no service has ever issued, and random for the rest. */
export function madeUpRequestId(): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const random = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => alphabet[byte % alphabet.length])
  return `${'0'.repeat(10)}${random.join('')}`
}

/**
 * Judges the answer to a confirm for a made-up request.
 *
 * @param secrets - texts that must not be shown even where the service's own text quotes them.
 */
export function judgeKeyCheck(answer: ConfirmAnswer, secrets: readonly string[]): KeyCheckResult {
  const { status, retryAfterSeconds } = answer
  return { verdict: verdictOf(answer), status, message: serviceText(answer.error, secrets), retryAfterSeconds }
}

function verdictOf({ status, reason, isReadable, hasAuthCode }: ConfirmAnswer): KeyCheckVerdict {
  if (hasAuthCode) return 'unexpected'
  const row = confirmRow(status, reason)
  switch (row) {
    case 'request_not_found':
      return 'fine'
    case 'unauthenticated':
      return status === 400 ? 'bad_request' : 'unauthenticated'
    case 'forbidden':
    case 'rate_limited':
    case 'server_error':
      return row
    default:
      if (status >= 300 && status < 400) return 'redirect'
      // Another 404 says that there is no such path: something answers, and it is not the service.
      return !isReadable || status === 404 ? 'not_the_service' : 'unexpected'
  }
}
