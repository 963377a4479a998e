/** Returns which site made the browser send a request; null if the browser does not say. */
export const senderOf = (headers: Pick<Headers, 'get'>): string | null => headers.get('Sec-Fetch-Site')

/** Checks that no other site made the browser send a request. Requests of browsers that do not say pass. */
export const isFromThisSite = (headers: Pick<Headers, 'get'>): boolean =>
  ['same-origin', null].includes(senderOf(headers))
