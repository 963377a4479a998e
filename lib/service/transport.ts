import { codeOf, ServiceAnswerTooLargeError, ServiceTimeoutError, ServiceTransportError } from './errors'

/** Where the service is and who is calling; all operations are scoped to one subnet. */
export interface ServiceAccess {
  /** `{base_url}`, without a trailing slash. */
  baseUrl: string
  subnetId: string
  /** The subnet's API key ("Authentication"). It is put on in `callService` and nowhere else. */
  apiKey: string
}

/** One call, without its credential. */
export interface ServiceCall {
  method: 'GET' | 'POST'
  /** Below `/subnets/{subnet_id}`, without a leading slash. */
  path: string
  headers?: Record<string, string>
  body?: string
  /** How long the call may take until its answer has been read whole. */
  deadlineMs: number
  /** An answer beyond this is not read on. */
  answerLimitBytes: number
}

/** An answer as it came, of any status and content type. */
export interface ServiceAnswer {
  status: number
  headers: Headers
  text: string
}

/**
 * Sends one call to the service and reads its answer whole, whatever its status. The credential is put
 * on here alone, and redirects are not followed, so that it goes to the configured host and no other.
 *
 * @throws ServiceTransportError, ServiceTimeoutError, ServiceAnswerTooLargeError
 */
export async function callService(access: ServiceAccess, call: ServiceCall): Promise<ServiceAnswer> {
  const controller = new AbortController()
  // Not AbortSignal.timeout(): its timers outlive the call, and under load the heap grows with them.
  const timer = setTimeout(() => controller.abort(), call.deadlineMs)
  try {
    const response = await fetch(`${access.baseUrl}/subnets/${access.subnetId}/${call.path}`, {
      method: call.method,
      headers: { ...call.headers, Accept: 'application/json', Authorization: `Bearer ${access.apiKey}` },
      ...(call.body === undefined ? {} : { body: call.body }),
      redirect: 'manual',
      cache: 'no-store',
      signal: controller.signal,
    })
    const text = await readText(response, call.answerLimitBytes)
    return { status: response.status, headers: response.headers, text }
  } catch (error) {
    if (error instanceof ServiceAnswerTooLargeError) throw error
    if (controller.signal.aborted) throw new ServiceTimeoutError(call.deadlineMs)
    throw new ServiceTransportError(codeOf(error))
  } finally {
    clearTimeout(timer)
    // Lets go of an answer that was not read to its end.
    controller.abort()
  }
}

async function readText(response: Response, limitBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > limitBytes) throw new ServiceAnswerTooLargeError(response.status, limitBytes)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
