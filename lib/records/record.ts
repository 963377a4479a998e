import 'server-only'
import { z } from 'zod'
import type { Config } from '@/lib/config'
import { dayInMs } from '@/lib/config/durations'
import { walletWays } from '@/lib/wallets'

/** The steps of a connect other than the call to the service. */
export const connectSteps = [
  'arrived',
  'sign_in_failed',
  'signed_in',
  'wallet_failed',
  'form_refused',
  'cancelled',
] as const

export const recordOutcomes = [...connectSteps, 'confirmed', 'refused', 'wait'] as const

/**
 * The record of one step of a connect. It never contains a nonce, an `auth_code` or a return URL. It contains the user
 * and the wallet address only if CONNECT_RECORDS is `full`. For example:
 *
 *     { "id": "3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a5f", "at": 1767139200000, "outcome": "confirmed", "reason": null,
 *       "status": 200, "code": "7K3M9QX2TB", "requestId": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "linkCode": "W5H8D2RNPC",
 *       "way": "browser", "language": "en", "isProven": true, "durationMs": 412, "attempts": 1,
 *       "userId": "user-1", "walletAddress": "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" }
 */
export const connectRecordSchema = z.object({
  /** Random. A record that the store has twice has one ID. */
  id: z.string(),
  /** When the step ended, in milliseconds since the epoch. */
  at: z.number(),
  outcome: z.enum(recordOutcomes),
  /** Why the step was refused or failed, or why it had to wait. */
  reason: z.string().nullable(),
  /** Of the service's last response, or null without one. */
  status: z.number().nullable(),
  /** The field of our request that this response names. */
  field: z.string().optional(),
  /** The support code that the user saw, which is the `correlationId` of the log lines. */
  code: z.string(),
  requestId: z.string(),
  /** The support code of the link's arrival, which earlier pages showed. */
  linkCode: z.string().optional(),
  way: z.enum(walletWays).optional(),
  /** Of the page, as a BCP 47 tag. Undefined if unknown. */
  language: z.string().optional(),
  /** Whether the confirm had a signature of the wallet. Only calls have this and the next two fields. */
  isProven: z.boolean().optional(),
  durationMs: z.number().optional(),
  attempts: z.number().optional(),
  userId: z.string().optional(),
  walletAddress: z.string().optional(),
})

export type ConnectRecord = z.output<typeof connectRecordSchema>

type Known<Name extends keyof ConnectRecord> = { [Each in Name]-?: NonNullable<ConnectRecord[Each]> }
type FieldsOfAll = Pick<ConnectRecord, 'code' | 'requestId' | 'linkCode' | 'language'>

/** A finished call to the service, or a wait instead of a call. */
export interface ConnectCall
  extends
    FieldsOfAll,
    Pick<ConnectRecord, 'status' | 'field'>,
    Known<'userId' | 'walletAddress' | 'way' | 'isProven' | 'durationMs' | 'attempts'> {
  outcome: { kind: 'confirmed' } | { kind: 'refused'; reason: string } | { kind: 'wait'; cause: string }
}

export interface ConnectStep extends FieldsOfAll, Pick<ConnectRecord, 'way'> {
  step: (typeof connectSteps)[number]
  /** A short code for the failure of a sign-in, a wallet or a form. */
  reason?: string
  /** Undefined before the user signs in. */
  userId: string | undefined
}

export function recordOf(
  what: ConnectCall | ConnectStep,
  { at, detail }: { at: number; detail: Config['connectRecords']['detail'] },
): ConnectRecord {
  const { code, requestId, linkCode, way, language, userId } = what
  const walletAddress = 'walletAddress' in what ? what.walletAddress : undefined
  const person = detail === 'full' ? { userId, walletAddress } : {}
  const record = { id: crypto.randomUUID(), at, code, requestId, linkCode, way, language, ...person }
  if ('step' in what) return { ...record, outcome: what.step, reason: what.reason ?? null, status: null }
  const { outcome, status, field, isProven, durationMs, attempts } = what
  const reason = outcome.kind === 'confirmed' ? null : outcome.kind === 'wait' ? outcome.cause : outcome.reason
  return { ...record, outcome: outcome.kind, reason, status, field, isProven, durationMs, attempts }
}

/** A record must match all fields that are set. */
export interface RecordFilter {
  outcome?: ConnectRecord['outcome'] | undefined
  reason?: string | undefined
  /** The day in UTC on which the step ended, as in `2026-01-31`, or the first and the last: `2026-01-25..2026-01-31`. */
  day?: string | undefined
  /** A wallet address, or its start or end, as for `isNamed`. Matches only records with a wallet address. */
  wallet?: string | undefined
}

/** Returns the bounds of a filter's days, in milliseconds since the epoch. The end is not among them. */
export function boundsOf(day: string): { begin: number; end: number } {
  const [first = '', last = first] = day.split('..')
  return { begin: Date.parse(first), end: Date.parse(last) + dayInMs }
}

/** Undefined for a filter without a part. */
export function matchesFilter(where: RecordFilter): ((record: ConnectRecord) => boolean) | undefined {
  if (Object.values(where).every((value) => value === undefined)) return undefined
  const { outcome, reason, day, wallet } = where
  const { begin, end } = day === undefined ? { begin: -Infinity, end: Infinity } : boundsOf(day)
  return (record) =>
    (outcome === undefined || record.outcome === outcome) &&
    (reason === undefined || record.reason === reason) &&
    record.at >= begin &&
    record.at < end &&
    (wallet === undefined || isPartOf(record.walletAddress, wallet))
}

/** Checks whether a text is a code, the request ID or the user ID of a record, or a part of its wallet address. */
export function isNamed(record: ConnectRecord, texts: readonly string[]): boolean {
  const { code, linkCode, requestId, userId, walletAddress } = record
  const names: readonly (string | undefined)[] = [code, linkCode, requestId, userId]
  return texts.some((text) => names.includes(text) || isPartOf(walletAddress, text))
}

const minPart = 4

/** Checks whether a text is an ID or an address, its start, its end, or both as pages shorten it: `7xKX…gAsU`. */
export function isPartOf(id: string | undefined, text: string): boolean {
  if (id === undefined) return false
  if (id === text) return true
  const [first = '', last, ...others] = text.split(/…|\.{3}/)
  if (first.length < minPart || others.length > 0) return false
  if (last === undefined) return id.startsWith(first) || id.endsWith(first)
  return last.length >= minPart && id.startsWith(first) && id.endsWith(last)
}
