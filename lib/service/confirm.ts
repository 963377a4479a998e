import { z } from 'zod'
import { withDeadline, type CallOptions } from './deadline-and-retry'
import { confirmErrorKind, succeeded, type Result } from './errors'
import { mediaTypeOf, readBody, refused } from './response'
import { codesOf, quotesSecret } from './text'
import { send, type ServiceAccess } from './transport'

const operation = 'confirmConnection'
const maxResponseBytes = 64 * 1024

/** The lifetime of a connect request, in milliseconds ("Limits"). */
export const connectRequestLifetimeMs = 30 * 60_000

/** "Connect confirm request body". */
export interface ConfirmRequest {
  /** From the query of the connect URL. */
  requestId: string
  /** Secret, from the query of the connect URL. */
  nonce: string
  /** Base58 text that decodes to 32 bytes. */
  walletAddress: string
  /** The operator's own identifier of the user: at most 128 characters, without personal data. */
  subnetUserId: string
  /**
   * The wallet's base58 Ed25519 signature of `service-connect:<request_id>:<nonce>`. Without it, the connection is not
   * proven.
   */
  signature?: string | undefined
}

/** An answer with an `auth_code` and any status ("Client rules", rule 1). */
export interface Confirmed {
  status: number
  /** Ready for a `Location` header; null if the service sent no usable URL. Secret, because it contains the `auth_code`. */
  returnUrl: string | null
  reason: string | undefined
  /** The field of the request that an error text beside the code names. */
  field: string | undefined
  contentType: string | undefined
}

/**
 * Sends one request ("Confirm a wallet connection") with a new `Idempotency-Key`, and never retries it.
 *
 * @throws the reason of `options.signal`
 */
export function confirmConnection(
  access: ServiceAccess,
  request: ConfirmRequest,
  options: CallOptions = {},
): Promise<Result<Confirmed>> {
  const fields = {
    [access.names.signature]: request.signature,
    request_id: request.requestId,
    nonce: request.nonce,
    wallet_address: request.walletAddress,
    subnet_user_id: request.subnetUserId,
  }
  const body = JSON.stringify(fields)
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
  return withDeadline(operation, options, async ({ signal }) => {
    const sent = await send(access, { operation, method: 'POST', path: 'connect/confirm', headers, body }, signal)
    if (!sent.ok) return sent
    const response = sent.data
    const { status } = response
    const read = await readBody(response, { operation, maxBytes: maxResponseBytes })
    if (!read.ok) return read
    const { text, reason } = read.data
    // Never log the text itself, because it may quote a value.
    const field = text?.split(/[^\w-]+/).find((word) => Object.hasOwn(fields, word))
    const { auth_code: authCode, return_url: returnUrl = null } = confirmBody.safeParse(read.data.body).data ?? {}
    if (authCode !== undefined) {
      return succeeded({ status, returnUrl, reason, field, contentType: mediaTypeOf(response.headers) })
    }
    // A page would show the code if the message quoted it.
    const isSafe = text === undefined || !quotesSecret(text, codesOf(read.data.body))
    const said = { reason, field, serviceText: isSafe ? text : undefined }
    return refused(response, operation, confirmErrorKind({ status, reason, text }), said)
  })
}

/**
 * An absolute http or https URL, to which the browser must be redirected verbatim ("Connect flow", step 5). ASCII stays
 * unchanged. A `Location` header cannot have other characters, so they are percent-encoded as browsers do in links.
 */
export const returnUrlSchema = z
  .string()
  // The URL parser silently removes control characters and surrounding spaces. It accepts `https:host` and
  // `https:\\host` as absolute. A URL that needs such a repair cannot be used verbatim.
  .regex(/^https?:\/\/[^/?#\\\s]/i)
  .refine((url) => !/\p{Cc}/u.test(url) && url === url.trim() && URL.canParse(url))
  .transform((url) => url.toWellFormed().replace(/[^\0-\x7f]+/g, encodeURIComponent))

const confirmBody = z.object({
  auth_code: z.string().min(1).optional().catch(undefined),
  return_url: returnUrlSchema.nullable().catch(null),
})
