import { z } from 'zod'
import { errorKind } from './error-kind'
import { ServiceProtocolError, ServiceRefusedError } from './errors'
import { readJson, type JsonResult } from './json'
import type { OperationName } from './operation-name'
import { readRetryAfter } from './retry-after'

const maxErrorBytes = 64 * 1024

/** The successful response of an operation. */
export interface Expected<Schema extends z.ZodType> {
  operation: OperationName
  /** The whole success body, with a `JsonNumber` for every number. */
  schema: Schema
}

/**
 * Interprets a response of any status, content type and body. The body decides whether a 2xx response is a success,
 * because the interface does not list all success codes. The function ignores additional fields.
 *
 * @param expected.maxResponseBytes - the client stops reading a longer success body.
 * @throws ServiceRefusedError, ServiceProtocolError; ServiceTransportError if the body breaks off
 */
export async function interpretResponse<Schema extends z.ZodType>(
  response: Response,
  expected: Expected<Schema> & { maxResponseBytes: number },
): Promise<z.output<Schema>> {
  const { operation, maxResponseBytes } = expected
  await throwUnlessOk(response, operation)
  return interpretBody(response, await readJson(response, { operation, maxBytes: maxResponseBytes }), expected)
}

/**
 * Throws if the status shows that the response is not a success.
 *
 * @throws the errors of `interpretResponse`
 */
export async function throwUnlessOk(response: Response, operation: OperationName): Promise<void> {
  const { status, ok } = response
  if (status >= 300 && status < 400) throw new ServiceProtocolError(operation, status, 'redirect')
  if (!ok) throw toRefusal(response, operation, await readJson(response, { operation, maxBytes: maxErrorBytes }))
}

/**
 * Interprets the body of a response with a 2xx status.
 *
 * @throws ServiceRefusedError, ServiceProtocolError
 */
export function interpretBody<Schema extends z.ZodType>(
  response: Response,
  json: JsonResult,
  { operation, schema }: Expected<Schema>,
): z.output<Schema> {
  if (!json.ok) {
    throw json.problem === 'too_large'
      ? new ServiceProtocolError(operation, response.status, json.problem)
      : toRefusal(response, operation, json)
  }
  const parsed = schema.safeParse(json.value)
  if (parsed.success) return parsed.data
  if (errorBody.safeParse(json.value).data?.error !== undefined) throw toRefusal(response, operation, json)
  const path = parsed.error.issues[0]?.path.join('.') || '(the body)'
  throw new ServiceProtocolError(operation, response.status, 'unexpected_shape', path)
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
