import { z } from 'zod'
import { parseJson } from '../http'
import { ulidPattern } from '../ids'

const text = z.string('must be a string')

// A machine can check only this part of "must not contain personal data".
const emailLike = /[^\s@]+@[^\s@]+\.[^\s@]+/

const confirmBody = z.strictObject({
  request_id: text.regex(ulidPattern, 'must be a ULID'),
  nonce: text.min(1, 'must not be empty'),
  wallet_address: text,
  subnet_user_id: text
    .refine((id) => !emailLike.test(id), 'must not contain personal data')
    .transform((id) => Array.from(id).slice(0, 128).join(''))
    .optional(),
})

const signatureField = text.max(128, 'must be at most 128 characters').optional()

/** The body of a confirm ("Connect confirm request body"). */
type ConfirmBody = z.infer<typeof confirmBody> & { signature: string | undefined }

type ParsedBody = { ok: true; body: ConfirmBody } | { ok: false; problem: string }

/** Reads the body strictly. A problem begins with the name of its field. */
export function parseConfirmBody(body: string | null, signatureName: string): ParsedBody {
  if (body === null) return { ok: false, problem: 'body: is larger than 64 KB' }
  const fields = z.record(z.string(), z.unknown()).safeParse(parseJson(body)).data
  if (!fields) return { ok: false, problem: 'body: must be a JSON object' }

  const { [signatureName]: signature, ...rest } = fields
  const parsed = confirmBody.safeParse(rest)
  if (!parsed.success) return { ok: false, problem: describe(parsed.error) }
  const proof = signatureField.safeParse(signature)
  if (!proof.success) return { ok: false, problem: describe(proof.error, signatureName) }
  return { ok: true, body: { ...parsed.data, signature: proof.data } }
}

function describe(error: z.ZodError, field?: string): string {
  const [issue] = error.issues
  if (!issue) return 'body: is invalid'
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: unknown field`
  return `${field ?? issue.path.join('.')}: ${issue.message}`
}
