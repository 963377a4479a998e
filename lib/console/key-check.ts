import 'server-only'
import { setTimeout as delay } from 'node:timers/promises'
import { defaultWaitSeconds } from '@/lib/connect/outcome'
import { confirmBudget } from '@/lib/limits'
import type { Tone } from './list'
import { problemOf, type Problem } from './problem'
import {
  answerText,
  confirmConnection,
  crockfordAlphabet,
  serviceMessage,
  type CallOptions,
  type ConfirmRequest,
  type ServiceAccess,
  type ServiceRefusedError,
} from '@/lib/service'

export const keyCheckTones = {
  fine: 'success',
  bad_request: 'danger',
  unauthenticated: 'danger',
  forbidden: 'danger',
  rate_limited: 'warning',
  server_error: 'warning',
  redirect: 'danger',
  not_the_service: 'danger',
  unexpected: 'danger',
  unreachable: 'danger',
  timed_out: 'warning',
  /** The check made no call, because users need all calls. */
  users_first: 'warning',
} as const satisfies Record<string, Tone>

export type KeyCheckVerdict = keyof typeof keyCheckTones

interface KeyCheckResult extends Pick<Problem, 'message' | 'answer' | 'retryAfterSeconds'> {
  verdict: KeyCheckVerdict
  status: number | null
}

const withoutAnswer = (verdict: KeyCheckVerdict): KeyCheckResult => ({ verdict, status: null, message: null })

/**
 * Confirms a request that does not exist. A service that accepts the key answers with 404 `request_not_found`
 * ("Errors"). The check changes nothing, but counts toward the 120 calls a minute of the users' confirms.
 */
export async function checkKey(access: ServiceAccess, options: CallOptions): Promise<KeyCheckResult> {
  const result = await confirmConnection(access, madeUpRequest(), options)
  if (result.ok) {
    const { status } = result.data
    return { verdict: 'unexpected', status, answer: answerText(result.data), message: null }
  }
  const { error } = result
  if (error.name === 'ServiceRefusedError') {
    const { status, retryAfterSeconds } = error
    const message = serviceMessage(error.serviceText, [access.apiKey])
    return { verdict: verdictOf(error), status, answer: answerText(error), message, retryAfterSeconds }
  }
  const { kind } = problemOf(error, [])
  return withoutAnswer(kind === 'unreachable' || kind === 'timed_out' ? kind : 'not_the_service')
}

function verdictOf({ status, kind }: ServiceRefusedError): KeyCheckVerdict {
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

/** Checks the key if a call is spare. If the service asks to wait, users have to wait too: the limit is per key. */
export async function checkKeyAfterUsers(
  access: ServiceAccess,
  options: CallOptions,
  { waitMs, pollMs } = { waitMs: 2000, pollMs: 100 },
): Promise<KeyCheckResult> {
  const until = performance.now() + waitMs
  while (!(await confirmBudget().spendSpare())) {
    if (performance.now() + pollMs > until) return withoutAnswer('users_first')
    await delay(pollMs)
  }
  const result = await checkKey(access, options)
  if (result.status === 429) await confirmBudget().pause((result.retryAfterSeconds ?? defaultWaitSeconds) * 1000)
  return result
}

export function madeUpRequest(): ConfirmRequest {
  return {
    requestId: madeUpRequestId(),
    nonce: crypto.randomUUID(),
    // Base58 for 32 zero bytes, a valid address that belongs to no user.
    walletAddress: '1'.repeat(32),
    subnetUserId: 'key-check',
  }
}

/** Makes a random ULID with a timestamp in 1970, which no service can have issued. */
export function madeUpRequestId(): string {
  const random = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => crockfordAlphabet[byte % 32])
  return `${'0'.repeat(10)}${random.join('')}`
}
