/**
 * A redirect that the browser follows with GET. It must not be cached, because the request had a secret in its URL or
 * confirmed a link.
 */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { 'Cache-Control': 'no-store', Location: location } })
}
