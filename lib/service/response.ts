import { StringDecoder } from 'node:string_decoder'
import { z } from 'zod'
import {
  errorKind,
  failed,
  isTooLarge,
  serviceError,
  succeeded,
  transportError,
  type ErrorKind,
  type OperationName,
  type Refusal,
  type Result,
} from './errors'

const maxErrorBytes = 64 * 1024

export interface Expected<Schema extends z.ZodType> {
  operation: OperationName
  schema: Schema
  maxResponseBytes: number
  /** Called for each chunk of the success body. */
  onProgress?: (() => void) | undefined
}

/** The body decides whether a 2xx response is a success, because the interface does not list all success codes. */
export async function interpretResponse<Schema extends z.ZodType>(
  response: Response,
  { operation, schema, maxResponseBytes, onProgress }: Expected<Schema>,
): Promise<Result<z.output<Schema>>> {
  const { status, ok } = response
  if (status >= 300 && status < 400)
    return failed(serviceError(operation, { name: 'ServiceProtocolError', status, problem: 'redirect' }))
  const limits = { operation, maxBytes: ok ? maxResponseBytes : maxErrorBytes, onProgress }
  const read = await readBody(response, limits)
  // The service's own errors are short.
  if (!read.ok && (ok || !isTooLarge(read.error))) return read
  const { body, text, reason, hasErrorStatus = false } = read.ok ? read.data : {}
  if (ok && body !== undefined) {
    const parsed = schema.safeParse(body)
    if (parsed.success) return succeeded(parsed.data)
    const path = parsed.error.issues[0]?.path.join('.') || '(the body)'
    if (text === undefined)
      return failed(
        serviceError(operation, { name: 'ServiceProtocolError', status, problem: 'unexpected_shape', path }),
      )
  }
  const kind = errorKind(operation, { status, text, hasErrorStatus })
  return refused(response, operation, kind, { reason, serviceText: text })
}

export function refused(
  { status, headers }: Response,
  operation: OperationName,
  kind: ErrorKind,
  said: Pick<Refusal, 'reason' | 'serviceText' | 'field'>,
) {
  const retryAfterSeconds = readRetryAfter(headers, Date.now())
  const contentType = mediaTypeOf(headers)
  return failed(
    serviceError(operation, { name: 'ServiceRefusedError', kind, status, contentType, retryAfterSeconds, ...said }),
  )
}

/** A field of the wrong type counts as missing, so that the other fields stay readable. */
const errorBody = z.object({
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

/** Without its parameters; undefined if it is missing or invalid. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return /^[\w.+-]{1,64}\/[\w.+-]{1,64}(?=\s*(?:;|$))/.exec(headers.get('Content-Type') ?? '')?.[0].toLowerCase()
}

interface Body {
  /** Undefined if the body is not JSON. */
  body?: unknown
  text?: string | undefined
  reason?: string | undefined
  hasErrorStatus?: boolean
}

/** @returns a ServiceProtocolError if the body is longer than `maxBytes`, and a ServiceTransportError if it breaks off */
export async function readBody(
  response: Response,
  options: { operation: OperationName; maxBytes: number; onProgress?: (() => void) | undefined },
): Promise<Result<Body>> {
  const { operation, maxBytes, onProgress } = options
  // It replaces invalid UTF-8 as a TextDecoder does, but much faster.
  const decoder = new StringDecoder('utf8')
  let text = ''
  let sizeBytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      onProgress?.()
      sizeBytes += chunk.byteLength
      // Leaving the loop cancels the rest of the body.
      if (sizeBytes > maxBytes) break
      text += decoder.write(chunk)
    }
  } catch (error) {
    return failed(transportError(operation, error))
  }
  if (sizeBytes > maxBytes)
    return failed(
      serviceError(operation, { name: 'ServiceProtocolError', status: response.status, problem: 'too_large' }),
    )
  let body: unknown
  try {
    body = JSON.parse((text + decoder.end()).replace(/^\ufeff/, ''))
  } catch {
    // The error would quote the body.
  }
  const { error, reason, status } = errorBody.safeParse(body).data ?? {}
  return succeeded({ body, text: error, reason, hasErrorStatus: status === 'error' })
}

/** A longer wait is a mistake, such as a timestamp, because the interface limits the rate per minute ("Limits"). */
const maxSeconds = 24 * 60 * 60

/**
 * Reads `Retry-After` ("Errors"): seconds, or a date, which counts from the response's own `Date`.
 *
 * @param now - milliseconds since the epoch, used if the response has no valid `Date`.
 * @returns whole seconds, from 1 to one day; undefined if the header is missing or invalid.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  const sentAt = parseHttpDate(headers.get('date') ?? '') || now
  // A proxy may add a second header, which fetch joins with a comma.
  const [number = (parseHttpDate(value) - sentAt) / 1000] = /^\d+(?=,|$)/.exec(value) ?? []
  const seconds = Math.ceil(Number(number))
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), maxSeconds)
}

/** Parses the three formats of an HTTP date (RFC 9110, 5.6.7) to milliseconds since the epoch; NaN for another text. */
function parseHttpDate(text: string): number {
  // Without this check, Date.parse would accept "7" or "-1" as a date.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return NaN
  // The oldest format ends with the year and names no time zone. It is also in UTC.
  return Date.parse(/\d{4}$/.test(text) ? `${text} GMT` : text)
}
