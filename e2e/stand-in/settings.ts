import { minuteInMs } from './clock'
import type { Quirks } from './quirks'
import type { RateSetting } from './rate-limit'

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

/** Of the confirm calls ("Limits"). */
export const defaultRate: RateSetting = { requests: 120, windowMs: minuteInMs }

/** How much the service knows. All of it is computed from the seed when asked for, none is held. */
export interface DataSetting {
  seed: string
  users: number
  /** How many weekly conversions there had been when the stand-in started. */
  conversions: number
  /** The most users that a conversion is shared among. */
  breakdownUsers: number
  openRuns: number
  finishedRuns: number
}

export const defaultData: DataSetting = {
  seed: 'subnet',
  users: 5000,
  conversions: 200,
  breakdownUsers: 250,
  openRuns: 48,
  finishedRuns: 320,
}

/** What a test may change while the stand-in runs. */
export interface Settings {
  connectUrl: string
  names: OpenNames
  rate: RateSetting
  data: DataSetting
  /** What the operator's own system answers to messages; null where it takes them. */
  webhookStatus: 500 | 503 | null
  quirks: Quirks
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
