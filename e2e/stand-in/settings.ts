import { minuteInMs } from './clock'
import type { Quirks } from './quirks'
import type { RateSetting } from './rate-limit'

/** The names that the interface does not define. */
export const defaultNames = {
  signature: 'signature',
  from: 'from',
  until: 'until',
  page: 'page',
  limit: 'limit',
  address: 'address',
}

type OpenNames = typeof defaultNames

/** The rate limit of confirm calls ("Limits"). */
export const defaultRate: RateSetting = { requests: 120, windowMs: minuteInMs }

/** The size of the seeded data. The stand-in computes all data on demand. */
export interface DataSetting {
  seed: string
  users: number
  /** The number of weekly conversions at the start of the stand-in. */
  conversions: number
  /** The max number of users in a conversion. */
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

/** Is called at each step with one line for a person. A step never contains a key, a nonce, a code or a body. */
export type OnStep = (step: string) => void

/** The settings that a test may change while the stand-in runs. */
export interface Settings {
  connectUrl: string
  names: OpenNames
  rate: RateSetting
  data: DataSetting
  /** The status with which the operator's own system refuses messages; null if it accepts them, 0 if it never answers. */
  webhookStatus: 0 | 500 | 503 | null
  /** How fast it reads an upload; null for full speed. */
  uploadBytesPerSecond: number | null
  quirks: Quirks
  /** Whether the creator of the subnet's key is a current admin. */
  keyCreatorIsAdmin: boolean
}

/** A change of the settings. Of names, data and quirks, it has only what differs. */
export interface SettingsChange extends Partial<Omit<Settings, 'names' | 'data' | 'quirks'>> {
  names?: Partial<OpenNames>
  data?: Partial<DataSetting>
  quirks?: Partial<Quirks>
}

/**
 * Checks the connect URL of an operator. It must be https (or http on loopback) without query and fragment.
 *
 * @returns the problem, or null.
 */
export function connectUrlProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) return 'connect URL: must be an absolute URL'
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    return 'connect URL: must be https (http on loopback only)'
  }
  if (url.username || url.password) return 'connect URL: must carry no credentials'
  // An empty query or fragment is invalid too, but the URL parser reports it as missing.
  if (text.includes('?') || text.includes('#')) return 'connect URL: must have no query string and no fragment'
  return null
}
