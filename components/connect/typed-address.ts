/*
 * The address that a user has typed for a link, kept in this tab: a change of the language, signing out or the end of
 * the link would take it otherwise. By link, since a link is one user's.
 */

const keyOf = (linkId: string) => `typed-address-${linkId}`

/** Empty if there is no address, or the browser keeps nothing. */
export function typedAddress(linkId: string): string {
  try {
    return sessionStorage.getItem(keyOf(linkId)) ?? ''
  } catch {
    return ''
  }
}

export function keepTypedAddress(linkId: string, address: string): void {
  try {
    sessionStorage.setItem(keyOf(linkId), address)
  } catch {
    // A browser that keeps nothing loses the address as it would have done without this.
  }
}
