import 'server-only'
import { boundedRequest, type BoundedRequest } from '@/lib/request/bounded-request'
import { failureOf, failureOfAnswer, type Endpoint } from './failure'

/**
 * Requests JSON of a provider, or of the operator's own site.
 *
 * @param secrets - values that the log must not repeat from a refusal.
 * @throws LoginError if no whole answer arrives, or one with another status than 200, or without JSON.
 */
export async function requestJson(
  url: URL,
  endpoint: Endpoint,
  { secrets = [], ...request }: BoundedRequest & { secrets?: readonly string[] } = {},
): Promise<unknown> {
  try {
    const { status, text } = await boundedRequest(url, request)
    if (status === 200) return JSON.parse(text)
    const body: unknown = await new Response(text).json().catch(() => text)
    throw failureOfAnswer({ endpoint, status, body }, secrets)
  } catch (error) {
    throw failureOf(error, endpoint)
  }
}
