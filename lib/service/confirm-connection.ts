import { z } from 'zod'
import { parseRetryAfter } from './retry-after'
import { callService, type ServiceAccess, type ServiceAnswer } from './transport'

const answerLimitBytes = 64 * 1024

/** The confirm request ("Connect confirm request body"). */
export interface ConfirmRequest {
  /** ULID, from the connect URL. */
  requestId: string
  /** From the connect URL; secret. */
  nonce: string
  /** Base58 text that decodes to 32 bytes. */
  walletAddress: string
  /** The operator's own identifier of the user, at most 128 characters, never personal data. */
  subnetUserId: string
  /** Ed25519 over `service-connect:<request_id>:<nonce>`, base58; the field's name is the deployment's to set. */
  signature?: { field: string; value: string }
}

/**
 * What an answer to the confirm call says, without what must not be kept: of `auth_code` only whether
 * it was there.
 */
export interface ConfirmAnswer {
  status: number
  /** Whether `auth_code` is there: that, not the status, is success ("Connect flow", client rules). */
  hasAuthCode: boolean
  /** As it came; only `parseReturnAddress` may judge it. */
  returnUrl: unknown
  /** The service's text for people, as it came; undefined beside an `auth_code`, which it might quote. */
  error: string | undefined
  reason: string | undefined
  /** Seconds, from `Retry-After`. */
  retryAfterSeconds: number | undefined
  /** False where the body is not a JSON object: HTML from a proxy, a truncated or an empty body. */
  isReadable: boolean
}

/**
 * Sends "Confirm a wallet connection" once, with a new `Idempotency-Key`.
 *
 * @throws ServiceTransportError, ServiceTimeoutError, ServiceAnswerTooLargeError
 */
export async function confirmConnection(
  access: ServiceAccess,
  request: ConfirmRequest,
  deadlineMs: number,
): Promise<ConfirmAnswer> {
  const answer = await callService(access, {
    method: 'POST',
    path: 'connect/confirm',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify({
      request_id: request.requestId,
      nonce: request.nonce,
      wallet_address: request.walletAddress,
      subnet_user_id: request.subnetUserId,
      ...(request.signature ? { [request.signature.field]: request.signature.value } : {}),
    }),
    deadlineMs,
    answerLimitBytes,
  })
  return readConfirmAnswer(answer, Date.now())
}

// A tolerant reader: a field of the wrong type counts as missing, and takes nothing else with it.
const confirmBody = z.object({
  auth_code: z.string().min(1).optional().catch(undefined),
  return_url: z.unknown().optional(),
  error: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
})

/**
 * Reads an answer to the confirm call, of any status, content type and body.
 *
 * @param now - milliseconds since the epoch, for a `Retry-After` that is a date.
 */
export function readConfirmAnswer(answer: ServiceAnswer, now: number): ConfirmAnswer {
  const parsed = confirmBody.safeParse(parseJson(answer.text))
  const authCode = parsed.data?.auth_code
  return {
    status: answer.status,
    hasAuthCode: authCode !== undefined,
    returnUrl: parsed.data?.return_url,
    // A message that quotes the code would carry it into pages and logs.
    error: authCode === undefined ? parsed.data?.error : undefined,
    reason: parsed.data?.reason,
    retryAfterSeconds: parseRetryAfter(answer.headers.get('retry-after'), now),
    isReadable: parsed.success,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
