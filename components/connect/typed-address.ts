/*
 * The address that a user has typed for a link, kept in this tab: a change of the language, signing out or the end of
 * the link would take it otherwise. By link, since a link is one user's.
 */

const keyOf = (linkId: string) => `typed-address-${linkId}`

const atLoad = new Map<string, string>()

/** The address as it was kept when the page was loaded. Empty if there was no address, or the browser keeps nothing. */
export function typedBefore(linkId: string): string {
  const known = atLoad.get(linkId)
  if (known !== undefined) return known
  const address = read(keyOf(linkId))
  atLoad.set(linkId, address)
  return address
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
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
