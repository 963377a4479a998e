/**
 * Whether a page of another site, be it a neighbour's, has made the browser send a request: what reads a whole list of
 * the service must not be started so. Bookmarks and typed addresses are no site's, and some clients do not say.
 */
export function isFromElsewhere(headers: Pick<Headers, 'get'>): boolean {
  return ['cross-site', 'same-site'].includes(headers.get('Sec-Fetch-Site') ?? '')
}
