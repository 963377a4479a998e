/**
 * Returns a redirect that the browser follows with GET. Caches must not store it, because the request had a secret in
 * its URL or confirmed a link.
 */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { 'Cache-Control': 'no-store', Location: location } })
}
