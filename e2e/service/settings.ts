import { minuteInMs } from './clock'

/** The names that the interface leaves open. */
export interface OpenNames {
  signature: string
  from: string
  until: string
  page: string
  limit: string
  address: string
}

export const defaultNames: OpenNames = {
  signature: 'signature',
  from: 'from',
  until: 'until',
  page: 'page',
  limit: 'limit',
  address: 'address',
}

/** How many confirm calls a key may make in which time (section "Limits"). */
export interface RateSetting {
  requests: number
  windowMs: number
}

export const defaultRate: RateSetting = { requests: 120, windowMs: minuteInMs }

/** What a test may change while the service runs. */
export interface Settings {
  connectUrl: string
  names: OpenNames
  rate: RateSetting
}

/**
 * Judges the connect URL that an operator registers: https (or http on loopback),
 * with no query string and no fragment. Answers what is wrong, or null.
 */
export function connectUrlProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) return 'connect URL: must be an absolute URL'
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    return 'connect URL: must be https (http on loopback only)'
  }
  if (url.username || url.password) return 'connect URL: must carry no credentials'
  // "?" and "#" with nothing behind them count too: the URL parser reports them as absent.
  if (text.includes('?') || text.includes('#')) {
    return 'connect URL: must have no query string and no fragment'
  }
  return null
}
