import { z } from 'zod'
import { errorKind } from './error-kind'
import { ServiceProtocolError, ServiceRefusedError } from './errors'
import { readJson, type JsonResult } from './json'
import type { OperationName } from './operation-name'
import { readRetryAfter } from './retry-after'

const maxErrorBytes = 64 * 1024

/** The successful response of an operation. */
interface Expected<Schema extends z.ZodType> {
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
 *
 * @throws ServiceRefusedError, ServiceProtocolError; ServiceTransportError if the body breaks off
 */
export async function interpretResponse<Schema extends z.ZodType>(
  response: Response,
  { operation, schema, maxResponseBytes, onProgress }: Expected<Schema>,
): Promise<z.output<Schema>> {
  const { status, ok } = response
  if (status >= 300 && status < 400) throw new ServiceProtocolError(operation, status, 'redirect')
  const json = await readJson(response, { operation, maxBytes: ok ? maxResponseBytes : maxErrorBytes, onProgress })
  if (ok && !json.ok && json.problem === 'too_large') throw new ServiceProtocolError(operation, status, 'too_large')
  if (!ok || !json.ok) throw toRefusal(response, operation, json)
  const parsed = schema.safeParse(json.value)
  if (parsed.success) return parsed.data
  if (errorBody.safeParse(json.value).data?.error !== undefined) throw toRefusal(response, operation, json)
  const path = parsed.error.issues[0]?.path.join('.') || '(the body)'
  throw new ServiceProtocolError(operation, status, 'unexpected_shape', path)
}

/**
 * A machine-readable reason ("Error body"), which logs contain. Any other text counts as missing, because it could
 * quote the request or a code.
 */
export const reasonField = z
  .string()
  .regex(/^[a-z]+(?:_[a-z]+)*$/)
  .max(64)
  .optional()
  .catch(undefined)

// A field of the wrong type counts as missing, so that the other fields stay readable.
const errorBody = z.object({
  error: z.string().optional().catch(undefined),
  reason: reasonField,
  status: z.unknown().optional(),
})

/** Returns the media type of a response without its parameters; undefined if it is missing or invalid. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return /^[\w.+-]{1,64}\/[\w.+-]{1,64}(?=\s*(?:;|$))/.exec(headers.get('Content-Type') ?? '')?.[0].toLowerCase()
}

function toRefusal({ status, headers }: Response, operation: OperationName, json: JsonResult): ServiceRefusedError {
  const { error: text, reason, status: bodyStatus } = errorBody.safeParse(json.ok ? json.value : undefined).data ?? {}
  const kind = errorKind(operation, { status, reason, text, hasErrorStatus: bodyStatus === 'error' })
  const retryAfterSeconds = readRetryAfter(headers, Date.now())
  const contentType = mediaTypeOf(headers)
  return new ServiceRefusedError(operation, kind, { status, contentType, reason, text, retryAfterSeconds })
}
