import { z } from 'zod'
import { errorKind, type ErrorKind, type OperationName } from './error-kind'
import {
  failed,
  isTooLarge,
  ServiceProtocolError,
  ServiceRefusedError,
  succeeded,
  type Refusal,
  type Result,
} from './errors'
import { readJson } from './json'
import { readRetryAfter } from './retry-after'

const maxErrorBytes = 64 * 1024

/** The successful response of an operation. */
export interface Expected<Schema extends z.ZodType> {
  operation: OperationName
  /** The whole success body. */
  schema: Schema
  /** The client stops reading a longer success body. */
  maxResponseBytes: number
  /** Called for each chunk of the success body. */
  onProgress?: (() => void) | undefined
}

/**
 * Interprets a response of any status, content type and body. The body decides whether a 2xx response is a success,
 * because the interface does not list all success codes. The function ignores additional fields.
 */
export async function interpretResponse<Schema extends z.ZodType>(
  response: Response,
  { operation, schema, maxResponseBytes, onProgress }: Expected<Schema>,
): Promise<Result<z.output<Schema>>> {
  const { status, ok } = response
  if (status >= 300 && status < 400) return failed(new ServiceProtocolError(operation, status, 'redirect'))
  const limits = { operation, maxBytes: ok ? maxResponseBytes : maxErrorBytes, onProgress }
  const read = await readJson(response, limits)
  // The service's own errors are short.
  if (!read.ok && (ok || !isTooLarge(read.error))) return read
  const body = read.ok ? read.data : undefined
  const { error: text, reason, status: bodyStatus } = errorBody.safeParse(body).data ?? {}
  if (ok && body !== undefined) {
    const parsed = schema.safeParse(body)
    if (parsed.success) return succeeded(parsed.data)
    const path = parsed.error.issues[0]?.path.join('.') || '(the body)'
    if (text === undefined) return failed(new ServiceProtocolError(operation, status, 'unexpected_shape', path))
  }
  const kind = errorKind(operation, { status, text, hasErrorStatus: bodyStatus === 'error' })
  return refused(response, operation, kind, { reason, text })
}

/** Makes the refusal of a response from what its body says. */
export function refused(
  { status, headers }: Response,
  operation: OperationName,
  kind: ErrorKind,
  said: Pick<Refusal, 'reason' | 'text' | 'field'>,
) {
  const retryAfterSeconds = readRetryAfter(headers, Date.now())
  const contentType = mediaTypeOf(headers)
  return failed(new ServiceRefusedError(operation, kind, { status, contentType, retryAfterSeconds, ...said }))
}

/** An error. A field of the wrong type counts as missing, so that the other fields stay readable. */
export const errorBody = z.object({
  error: z.string().optional().catch(undefined),
  // Logs contain it. Any other text counts as missing, because it could quote the request or a code.
  reason: z
    .string()
    .regex(/^[a-z]+(?:_[a-z]+)*$/)
    .max(64)
    .optional()
    .catch(undefined),
  status: z.unknown().optional(),
})

/** Returns the media type of a response without its parameters; undefined if it is missing or invalid. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return /^[\w.+-]{1,64}\/[\w.+-]{1,64}(?=\s*(?:;|$))/.exec(headers.get('Content-Type') ?? '')?.[0].toLowerCase()
}
