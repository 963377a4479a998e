/*
 * Stores in this tab the address that a user has typed for a link. Otherwise it would be lost when the user changes the
 * language or signs out, or when the link ends.
 */

let atLoad: string | undefined

/** Returns the stored address at page load. Empty if there was none, or if the browser stores nothing. */
export function typedBefore(key: string): string {
  try {
    atLoad ??= sessionStorage.getItem(key) ?? ''
  } catch {
    atLoad = ''
  }
  return atLoad
}

export function keepTypedAddress(key: string, address: string): void {
  try {
    sessionStorage.setItem(key, address)
  } catch {
    // Without storage, the address is lost.
  }
}
