/**
 * Whether another site, or another host of the same site, made the browser send this request. Such sites may not start
 * a read of a whole list. Bookmarks and typed addresses come from no site, and some clients send no header.
 */
export function isFromElsewhere(headers: Pick<Headers, 'get'>): boolean {
  return ['cross-site', 'same-site'].includes(headers.get('Sec-Fetch-Site') ?? '')
}
