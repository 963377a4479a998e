import { createPublicKey, verify } from 'node:crypto'
import bs58 from 'bs58'
import { z } from 'zod'
import { dateTime } from '../clock'
import { parseJson } from '../http'
import { ulidPattern } from '../ids'
import { Refused, type Answer, type Call, type Operation } from './operation'

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
  path: '/connect/confirm',
  readsJson: true,
  rateLimited: true,
  handle,
}

/**
 * Checks the form of the call, then the connect request, then the nonce, and then the wallet. The nonce proves that the
 * caller has this request.
 */
function handle({ state, body, incoming, repeatsIdempotencyKey }: Call): Answer {
  const { headers } = incoming
  if (!/^application\/json(\s*;\s*charset="?utf-8"?)?$/i.test(headers['content-type'] ?? ''))
    throw invalid('Content-Type: must be application/json')
  if (headers['idempotency-key'] === '') throw invalid('Idempotency-Key: must not be empty')
  if (repeatsIdempotencyKey) throw invalid('Idempotency-Key: was used before; every attempt needs a new value')
  const signatureName = state.settings.names.signature
  const { [signatureName]: sentSignature, ...fields } = z
    .record(z.string(), z.unknown())
    .catch({})
    .parse(parseJson(body))
  const parsed = confirmBody.safeParse(fields)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(`${issue?.path.join('.') || 'body'}: ${issue?.message}`)
  }
  const { success, data: signature } = signatureField.safeParse(sentSignature)
  if (!success) throw invalid(`${signatureName}: must be a text of at most 128 characters`)
  const { request_id, nonce, wallet_address, subnet_user_id } = parsed.data

  const { requests } = state
  const request = requests.find(request_id)
  if (!request) throw new Refused(404, 'Connect request not found', { reason: 'request_not_found' })
  if (requests.isExpired(request)) throw new Refused(410, 'Connect request has expired', { reason: 'request_expired' })
  if (nonce !== request.nonce)
    throw new Refused(422, 'Nonce does not match the connect request', { reason: 'nonce_mismatch' })
  const wallet = decodeBase58(wallet_address, 32)
  if (!wallet) {
    const error = 'wallet_address: must be base58 text that decodes to 32 bytes'
    throw new Refused(422, error, { reason: 'invalid_address' })
  }
  if (signature !== undefined && !isConnectSignature(signature, wallet, `${request_id}:${nonce}`))
    throw invalid(`${signatureName}: is not this wallet's signature of the connect request`)
  const codeOf = (code: string) => ({
    auth_code: code,
    return_url: `${state.origin}/connect/callback?request_id=${request_id}#ac=${code}`,
  })
  if (request.confirmation) {
    // It repeats the code while the code is valid, because the first answer may be lost.
    const again = requests.hasLiveCode(request.confirmation) ? codeOf(request.confirmation.code) : {}
    throw new Refused(409, 'Connect request is already confirmed', { reason: 'already_confirmed', ...again })
  }
  const { code } = requests.confirm(request, {
    address: wallet_address,
    proven: signature !== undefined,
    subnetUserId: subnet_user_id ?? null,
  })
  return { status: 200, body: { status: 'success', ...codeOf(code), expires_at: dateTime(request.expiresAt) } }
}

const invalid = (error: string) => new Refused(422, error, { reason: 'invalid_request' })

/**
 * Checks whether this is the wallet's Ed25519 signature of `service-connect:<request_id>:<nonce>` in UTF-8. The
 * signature is in base58.
 */
function isConnectSignature(signature: string, wallet: Uint8Array, held: string): boolean {
  const bytes = decodeBase58(signature, 64)
  const key = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(wallet).toString('base64url') }
  const message = Buffer.from(`service-connect:${held}`)
  return bytes !== null && verify(null, message, createPublicKey({ key, format: 'jwk' }), bytes)
}

/** Decodes a text to this number of bytes; null if it has others. */
function decodeBase58(text: string, length: number): Uint8Array | null {
  // Decoding needs quadratic time, and a longer text cannot be 64 bytes.
  if (text.length > 128) return null
  const bytes = bs58.decodeUnsafe(text)
  return bytes?.length === length ? bytes : null
}
