/** The cookie with how a browser's user wants the console, as a query: `scheme=dark&timeZone=Europe/Berlin`. */
export const viewCookie = 'console-view'

const yearInSeconds = 365 * 24 * 60 * 60

/** How a browser's user wants the console. What is undefined follows the system, or is the default. */
export interface View {
  /** Default: as the system has it. */
  scheme?: 'light' | 'dark' | undefined
  /** An IANA name. Default: UTC. */
  timeZone?: string | undefined
  /** Whether the links to the pages are icons alone, on a wide screen. */
  rail?: 'narrow' | undefined
  /** Whether the key `/` leads to the search. Default: it does. */
  slash?: 'off' | undefined
}

/** Changes parts of the view in the cookie, in a browser. A part that is undefined is removed. */
export function writeView(changes: View): void {
  const [, before = ''] = new RegExp(`(?:^|; )${viewCookie}=([^;]*)`).exec(document.cookie) ?? []
  const view = new URLSearchParams(decoded(before))
  for (const [name, value] of Object.entries(changes) as [string, string | undefined][]) {
    if (value === undefined) view.delete(name)
    else view.set(name, value)
  }
  const isHttps = location.protocol === 'https:'
  document.cookie = `${viewCookie}=${encodeURIComponent(view.toString())}; path=/console; max-age=${yearInSeconds}; samesite=lax${isHttps ? '; secure' : ''}`
}

/** The text of a cookie. Another host under the same domain can set one that cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
