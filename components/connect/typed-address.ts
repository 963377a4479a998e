/* Keeps a typed address in this tab, when the user changes the language or signs out, or the link ends. */

let atLoad: string | undefined

/** At page load. Empty if the browser stored nothing. */
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
    // Some browsers have no storage.
  }
}
