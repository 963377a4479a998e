import { z } from 'zod'
import { dateTime } from '../clock'
import type { Confirmation, ConnectRequest } from '../connect/requests'
import { parseJson } from '../http'
import { ulidPattern } from '../ids'
import type { StandInState } from '../state'
import { decodeAddress, isConnectSignature } from '../wallet'
import { refusal, type Answer, type Call, type Operation } from './operation'

// A machine can check only this part of "must not contain personal data".
const emailLike = /[^\s@]+@[^\s@]+\.[^\s@]+/

/** The body of a confirm ("Connect confirm request body"), without the signature. */
const confirmBody = z.strictObject({
  request_id: z.string().regex(ulidPattern),
  nonce: z.string().min(1),
  wallet_address: z.string(),
  subnet_user_id: z
    .string()
    .refine((id) => !emailLike.test(id), 'must not contain personal data')
    .transform((id) => Array.from(id).slice(0, 128).join(''))
    .optional(),
})
const signatureField = z.string().max(128).optional()

/** Operation 2: confirm a wallet connection. */
export const confirm: Operation = {
  name: 'confirm',
  method: 'POST',
  path: '/subnets/:subnet_id/connect/confirm',
  body: 'json',
  rateLimited: true,
  handle,
}

/**
 * Checks the form of the call, then the connect request, then the nonce, and then the wallet. The nonce proves that the
 * caller has this request.
 */
function handle({ state, body, incoming, repeatsIdempotencyKey }: Call): Answer {
  if (!isJson(incoming.headers['content-type'])) return invalid('Content-Type: must be application/json')
  if (incoming.headers['idempotency-key'] === '') return invalid('Idempotency-Key: must not be empty')
  if (repeatsIdempotencyKey) return invalid('Idempotency-Key: was used before; every attempt needs a new value')
  const signatureName = state.settings.names.signature
  const { [signatureName]: sentSignature, ...fields } = z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(parseJson(body))
  const parsed = confirmBody.safeParse(fields)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return invalid(`${issue?.path.join('.') || 'body'}: ${issue?.message}`)
  }
  const { success, data: signature } = signatureField.safeParse(sentSignature)
  if (!success) return invalid(`${signatureName}: must be a text of at most 128 characters`)
  const { request_id, nonce, wallet_address, subnet_user_id } = parsed.data

  const { requests } = state
  const request = requests.find(request_id)
  if (!request) return refusal(404, 'Connect request not found', { reason: 'request_not_found' })
  if (requests.isExpired(request)) return refusal(410, 'Connect request has expired', { reason: 'request_expired' })
  if (nonce !== request.nonce) {
    return refusal(422, 'Nonce does not match the connect request', { reason: 'nonce_mismatch' })
  }
  const wallet = decodeAddress(wallet_address)
  if (!wallet) {
    return refusal(422, 'wallet_address: must be base58 text that decodes to 32 bytes', {
      reason: 'invalid_address',
    })
  }
  if (signature !== undefined && !isConnectSignature(signature, wallet, request_id, nonce)) {
    return invalid(`${signatureName}: is not this wallet's signature of the connect request`)
  }
  if (request.confirmation) return alreadyConfirmed(state, request, request.confirmation)

  const confirmation = requests.confirm(request, {
    address: wallet_address,
    proven: signature !== undefined,
    subnetUserId: subnet_user_id ?? null,
  })
  return {
    status: 200,
    body: {
      status: 'success',
      return_url: returnUrl(state.origin, request, confirmation),
      auth_code: confirmation.code,
      expires_at: dateTime(request.expiresAt),
    },
  }
}

/** Answers with a 409. It repeats the code while the code is valid, because the first answer may be lost. */
function alreadyConfirmed(state: StandInState, request: ConnectRequest, confirmation: Confirmation): Answer {
  const again = state.requests.hasLiveCode(confirmation)
    ? {
        auth_code: confirmation.code,
        return_url: returnUrl(state.origin, request, confirmation),
      }
    : {}
  return refusal(409, 'Connect request is already confirmed', {
    reason: 'already_confirmed',
    ...again,
  })
}

function returnUrl(origin: string, request: ConnectRequest, { code }: Confirmation): string {
  return `${origin}/connect/callback?request_id=${request.id}#ac=${code}`
}

function invalid(error: string): Answer {
  return refusal(422, error, { reason: 'invalid_request' })
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json(\s*;\s*charset="?utf-8"?)?$/i.test(contentType ?? '')
}
