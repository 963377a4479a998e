/** The cookie with the display settings of this browser, as a query: `scheme=dark&timeZone=Europe/Berlin`. */
export const viewCookie = 'console-view'

const yearInSeconds = 365 * 24 * 60 * 60

export interface View {
  scheme?: 'light' | 'dark' | undefined
  /** An IANA name. Default: UTC. */
  timeZone?: string | undefined
  /** Whether the navigation shows only icons on a wide screen. */
  rail?: 'narrow' | undefined
}

export function writeView(changes: View): void {
  const [, before = ''] = new RegExp(`(?:^|; )${viewCookie}=([^;]*)`).exec(document.cookie) ?? []
  // Another host under the same domain can set an undecodable text, for which `decodeURIComponent` would throw.
  const view = new URLSearchParams(new URLSearchParams(`view=${before}`).get('view') ?? '')
  for (const [name, value] of Object.entries(changes) as [string, string | undefined][]) {
    if (value === undefined) {
      view.delete(name)
      delete document.body.dataset[name]
    } else {
      view.set(name, value)
      document.body.dataset[name] = value
    }
  }
  const isHttps = location.protocol === 'https:'
  document.cookie = `${viewCookie}=${encodeURIComponent(view.toString())}; path=/console; max-age=${yearInSeconds}; samesite=lax${isHttps ? '; secure' : ''}`
}
