import { z } from 'zod'
import { withDeadline, type CallOptions } from './deadline'
import { confirmErrorKind, type ConfirmErrorKind } from './error-kind'
import { errorBody, mediaTypeOf } from './interpret-response'
import { readJson } from './json'
import { codesOf, quotesSecret } from './message'
import { readRetryAfter } from './retry-after'
import { send, type ServiceAccess } from './transport'

const operation = 'confirmConnection'
const maxResponseBytes = 64 * 1024

/** The lifetime of a connect request, in milliseconds ("Limits"). */
export const connectRequestLifetimeMs = 30 * 60_000

/** The confirm request ("Connect confirm request body"). */
export interface ConfirmRequest {
  /** A ULID, from the connect URL. */
  requestId: string
  /** Secret, from the connect URL. */
  nonce: string
  /** Base58 text that decodes to 32 bytes. */
  walletAddress: string
  /** The operator's own identifier of the user: at most 128 characters, without personal data. */
  subnetUserId: string
  /** The base58 Ed25519 signature of `service-connect:<request_id>:<nonce>`. */
  signature?: string | undefined
}

/** The response to a confirm call, without its secret. It reports only whether an `auth_code` is present. */
export interface ConfirmResult {
  status: number
  /** Whether the body has an `auth_code`. This decides success, not the status ("Client rules", rule 1). */
  hasAuthCode: boolean
  /** Unchecked. Validate it before you redirect a browser to it. */
  returnUrl: unknown
  /** The service's unchanged error text; undefined if the body has an `auth_code` or the text quotes one. */
  error: string | undefined
  reason: string | undefined
  /** The request field that the error text names ("Errors"), if any. */
  field?: string | undefined
  /** Seconds, from `Retry-After`. */
  retryAfterSeconds: number | undefined
  /** The kind of the refusal, if the body has no `auth_code`. */
  kind: ConfirmErrorKind
  /** The media type of the response; see `mediaTypeOf`. */
  contentType: string | undefined
}

/**
 * Sends one request ("Confirm a wallet connection") with a new `Idempotency-Key`. The caller decides on retries,
 * because they depend on `auth_code`.
 *
 * @throws ServiceTransportError, ServiceTimeoutError, ServiceProtocolError if the response is too large, and the reason
 *   of `options.signal`
 */
export function confirmConnection(
  access: ServiceAccess,
  request: ConfirmRequest,
  options: CallOptions = {},
): Promise<ConfirmResult> {
  const fields = {
    [access.names.signature]: request.signature,
    request_id: request.requestId,
    nonce: request.nonce,
    wallet_address: request.walletAddress,
    subnet_user_id: request.subnetUserId,
  }
  const body = JSON.stringify(fields)
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
  return withDeadline(operation, options, async ({ signal }) =>
    interpretConfirm(
      await send(access, { operation, method: 'POST', path: 'connect/confirm', headers, body }, signal),
      Object.keys(fields),
    ),
  )
}

const confirmBody = errorBody.extend({
  auth_code: z.string().min(1).optional().catch(undefined),
  return_url: z.unknown().optional(),
})

/**
 * Interprets a response to the confirm call, of any status, content type and body. A refusal is also a result.
 *
 * @param fields - the names of the request's fields.
 */
export async function interpretConfirm(response: Response, fields: readonly string[] = []): Promise<ConfirmResult> {
  const { status, headers } = response
  const body = await readJson(response, { operation, maxBytes: maxResponseBytes })
  const { auth_code: authCode, return_url: returnUrl, error, reason } = confirmBody.safeParse(body).data ?? {}
  return {
    status,
    hasAuthCode: authCode !== undefined,
    returnUrl,
    // A page would show the code if the message quoted it.
    error: error === undefined || authCode !== undefined || quotesSecret(error, codesOf(body)) ? undefined : error,
    reason,
    // Never log the text itself, because it may quote a value.
    field: error?.split(/[^\w-]+/).find((word) => fields.includes(word)),
    retryAfterSeconds: readRetryAfter(headers, Date.now()),
    kind: confirmErrorKind({ status, reason, text: error }),
    contentType: mediaTypeOf(headers),
  }
}
