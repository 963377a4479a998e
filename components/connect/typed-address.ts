/*
 * The address that a user has typed for a link, kept in this tab: a change of the language, signing out or the end of
 * the link would take it otherwise.
 */

let atLoad: string | undefined

/** The address as it was kept when the page was loaded. Empty if there was no address, or the browser keeps nothing. */
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
    // A browser that keeps nothing loses the address as it would have done without this.
  }
}
