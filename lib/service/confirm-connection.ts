import { z } from 'zod'
import { withDeadline, type CallOptions } from './deadline'
import { ServiceProtocolError } from './errors'
import { parseJson } from './judge'
import { parseRetryAfter } from './retry-after'
import { readText, send, type ServiceAccess } from './transport'

const operation = 'confirmConnection'
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
  /** Ed25519 over `service-connect:<request_id>:<nonce>`, base58. */
  signature?: string | undefined
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
 * "Confirm a wallet connection" ("Endpoints", 2), sent once, with a new `Idempotency-Key`. It is not
 * made again here: what may be tried again depends on `auth_code`, and is the connect flow's to say.
 *
 * @throws ServiceTransportError, ServiceTimeoutError, ServiceProtocolError where the answer is too large,
 * and the reason of `options.signal`
 */
export function confirmConnection(
  access: ServiceAccess,
  request: ConfirmRequest,
  options: CallOptions = {},
): Promise<ConfirmAnswer> {
  const body = JSON.stringify({
    [access.names.signature]: request.signature,
    request_id: request.requestId,
    nonce: request.nonce,
    wallet_address: request.walletAddress,
    subnet_user_id: request.subnetUserId,
  })
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
  return withDeadline(operation, options, async ({ signal }) =>
    judgeConfirm(await send(access, { operation, method: 'POST', path: 'connect/confirm', headers, body }, signal)),
  )
}

// A tolerant reader: a field of the wrong type counts as missing, and takes nothing else with it.
const confirmBody = z.object({
  auth_code: z.string().min(1).optional().catch(undefined),
  return_url: z.unknown().optional(),
  error: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
})

/** Judges an answer to the confirm call, of any status, content type and body: a refusal is an answer too. */
export async function judgeConfirm(response: Response): Promise<ConfirmAnswer> {
  const { status, headers } = response
  const text = await readText(response, operation, answerLimitBytes)
  if (text === undefined) throw new ServiceProtocolError(operation, status, 'too_large')
  const parsed = confirmBody.safeParse(parseJson(text))
  const authCode = parsed.data?.auth_code
  return {
    status,
    hasAuthCode: authCode !== undefined,
    returnUrl: parsed.data?.return_url,
    // A message that quotes the code would carry it into pages and logs.
    error: authCode === undefined ? parsed.data?.error : undefined,
    reason: parsed.data?.reason,
    retryAfterSeconds: parseRetryAfter(headers.get('retry-after'), Date.now()),
    isReadable: parsed.success,
  }
}
