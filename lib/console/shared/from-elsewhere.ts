/**
 * Whether another site, a neighbour included, made the browser send this request: no other site may start what reads a
 * whole list of the service. Bookmarks and typed addresses come from no site; some clients send no header.
 */
export function isFromElsewhere(headers: Pick<Headers, 'get'>): boolean {
  return ['cross-site', 'same-site'].includes(headers.get('Sec-Fetch-Site') ?? '')
}
