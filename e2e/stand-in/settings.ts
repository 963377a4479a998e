import { minuteInMs } from './clock'

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

/** The max number of calls of a key in a time ("Limits"). */
export interface RateSetting {
  requests: number
  windowMs: number
  /** Whether refused calls count too. The interface does not define this. @default false */
  countsRefused?: boolean
}

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

/**
 * Behaviour that the interface does not define and a client may not expect. Only the nulls contradict the interface's
 * text.
 */
export interface Quirks {
  /** Ignores unknown parameters instead of refusing them. */
  ignoresUnknown: boolean
  /** The rate limit of reads for a key. */
  readRate: RateSetting | null
  /** The delay of a read in milliseconds. */
  readDelayMs: number
  /** An amount, a name or a time is null in every Nth record. */
  nullsEvery: number | null
}

export const noQuirks: Quirks = { ignoresUnknown: false, readRate: null, readDelayMs: 0, nullsEvery: null }

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
 * Checks the connect URL of an operator.
 *
 * @returns the problem, or null.
 */
export function connectUrlProblem(text: string): string | null {
  const isRight =
    /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$))[^?#@]*$/.test(text) && URL.canParse(text)
  return isRight ? null : 'connect URL: must be https (http on loopback only), without query, fragment and credentials'
}
