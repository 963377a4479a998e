/**
 * Checks whether another site, or another host of the same site, made the browser send this request. Such sites may not
 * start a read of a whole list. Requests from bookmarks and typed URLs pass, and so do requests without the header.
 */
export function isFromElsewhere(headers: Pick<Headers, 'get'>): boolean {
  return ['cross-site', 'same-site'].includes(headers.get('Sec-Fetch-Site') ?? '')
}
