import { z } from 'zod'
import { errorRow } from './error-rows'
import { ServiceProtocolError, ServiceRefusedError, type OperationName, type ServiceError } from './errors'
import { parseRetryAfter } from './retry-after'
import { readText } from './transport'

const errorLimitBytes = 64 * 1024

/** What an operation's answer looks like where it succeeds. */
export interface Expected<Schema extends z.ZodType> {
  operation: OperationName
  /** The whole success body. */
  schema: Schema
  /** A longer success body is not read on. */
  answerLimitBytes: number
}

/**
 * Judges an answer of any status, content type and body. Any 2xx may be a success, since the interface
 * leaves some of them open: the body decides. What it has beyond the expected fields is ignored.
 *
 * @throws ServiceRefusedError, ServiceProtocolError; ServiceTransportError where the body breaks off
 */
export async function judge<Schema extends z.ZodType>(
  response: Response,
  { operation, schema, answerLimitBytes }: Expected<Schema>,
): Promise<z.output<Schema>> {
  const { status } = response
  if (status >= 300 && status < 400) throw new ServiceProtocolError(operation, status, 'redirect')
  if (!response.ok) {
    throw refusalOf(response, operation, parseJson(await readText(response, operation, errorLimitBytes)))
  }
  const text = await readText(response, operation, answerLimitBytes)
  if (text === undefined) throw new ServiceProtocolError(operation, status, 'too_large')
  const body = parseJson(text)
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  if (errorBody.safeParse(body).data?.error !== undefined) throw refusalOf(response, operation, body)
  if (body === undefined) throw new ServiceProtocolError(operation, status, 'not_json')
  throw new ServiceProtocolError(operation, status, 'unexpected_shape', pathOf(parsed.error))
}

// A tolerant reader: a field of the wrong type counts as missing, and takes nothing else with it.
const errorBody = z.object({
  error: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  status: z.unknown().optional(),
})

/** The refusal that an answer is: or, where neither its status nor its body says which, that it is none. */
function refusalOf(response: Response, operation: OperationName, body: unknown): ServiceError {
  const { status, headers } = response
  const { error: text, reason, status: mark } = errorBody.safeParse(body).data ?? {}
  const row = errorRow(operation, { status, reason, text, saysError: mark === 'error' })
  if (row === 'unlisted' && text === undefined) {
    return body === undefined
      ? new ServiceProtocolError(operation, status, 'not_json')
      : new ServiceProtocolError(operation, status, 'unexpected_shape', 'error')
  }
  const retryAfterSeconds = parseRetryAfter(headers.get('retry-after'), Date.now())
  return new ServiceRefusedError(operation, row, { status, reason, text, retryAfterSeconds })
}

/** The JSON that a text holds; undefined where it holds none, which JSON itself has no way to say. */
export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function pathOf(error: z.ZodError): string {
  return error.issues[0]?.path.join('.') || '(the body)'
}
