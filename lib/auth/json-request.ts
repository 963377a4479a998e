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
    const { status, headers, text } = await boundedRequest(url, request)
    if (status === 200) return JSON.parse(text)
    // RFC 6750, section 3.
    const [, challenge] = /\berror_description="([^"]*)"/.exec(headers['www-authenticate'] ?? '') ?? []
    const body = challenge && endpoint === 'userinfo' ? { error_description: challenge } : jsonOrText(text)
    throw failureOfAnswer({ endpoint, status, body: endpoint === 'jwks' ? undefined : body }, secrets)
  } catch (error) {
    throw failureOf(error, endpoint)
  }
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
