/** A redirect to be followed by GET, which no cache may keep: what it answers had a secret in its URL, or confirmed. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { 'Cache-Control': 'no-store', Location: location } })
}
