import 'server-only'
import { z } from 'zod'
import { walletWays, type WalletWay } from '@/lib/wallets/ways'

export const dayInMs = 24 * 60 * 60 * 1000

/** A call to the service that has ended, or the wait in place of one. */
export interface ConnectCall {
  outcome: { kind: 'confirmed' } | { kind: 'refused'; reason: string } | { kind: 'wait'; cause: string }
  /** Of the service's last response; null where none came, or none was asked for. */
  status: number | null
  /** The field of our request that the last response names. */
  field?: string | undefined
  /** What the user can quote: the `correlationId` of the log lines. */
  code: string
  requestId: string
  /** The support code of the link's arrival. */
  linkCode?: string | undefined
  userId: string
  walletAddress: string
  way: WalletWay
  /** In which the page was shown: the BCP 47 tag of one of the skin's languages. Undefined where it is not known. */
  language?: string | undefined
  isProven: boolean
  durationMs: number
  attempts: number
}

/** The steps of a connect beside the call to the service. */
export const connectSteps = [
  'arrived',
  'sign_in_failed',
  'signed_in',
  'wallet_failed',
  'form_refused',
  'cancelled',
] as const

/** One of these steps, as the app sees it. */
export interface ConnectStep {
  step: (typeof connectSteps)[number]
  /** Why a sign-in, a wallet or a form failed, in one word. */
  reason?: string
  /** As in a call. */
  code: string
  requestId: string
  /** As in a call. */
  linkCode?: string | undefined
  /** Undefined where no user is signed in yet. */
  userId: string | undefined
  way?: WalletWay
  /** As in a call. */
  language?: string | undefined
}

/** What a step can come to: its name, or what the service's answer or a wait made of a press. */
export const recordOutcomes = [...connectSteps, 'confirmed', 'refused', 'wait'] as const

/** What versions before 1.0.0 called a confirm. */
const outcomeField = z.preprocess(
  (outcome) => (outcome === 'connected' ? 'confirmed' : outcome),
  z.enum(recordOutcomes),
)

/** The shape of a language's tag, such as `pt-BR`. */
const languageTag = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/

/**
 * What is kept of one step of a connect. Never a nonce, an `auth_code` or a return URL. User and wallet address are kept
 * only where the deployment asks for them.
 */
const connectRecordSchema = z.object({
  /** Random. A record that was written twice has the same ID twice. */
  id: z.string(),
  /** When the step ended, in milliseconds since the epoch. */
  at: z.number(),
  /** What the step came to. */
  outcome: outcomeField,
  /** Why it was refused or failed, or what it had to wait for. */
  reason: z.string().nullable(),
  /** Of the service's last response; null where there was none. */
  status: z.number().nullable(),
  /** The field of our request that the service's answer names. */
  field: z.string().optional(),
  /** What the user was shown to quote: the `correlationId` of the log lines. */
  code: z.string(),
  requestId: z.string(),
  /** The code that pages showed before. */
  linkCode: z.string().optional(),
  /** How the wallet was reached. */
  way: z.enum(walletWays).optional().catch(undefined),
  /** In which the page was shown: a BCP 47 tag. Records of earlier versions have none. */
  language: z.string().max(35).regex(languageTag).optional().catch(undefined),
  /** Whether a signature of the wallet was sent. Like the next two, only of a call. */
  isProven: z.boolean().optional(),
  durationMs: z.number().optional(),
  /** Calls that it took. */
  attempts: z.number().optional(),
  userId: z.string().optional(),
  walletAddress: z.string().optional(),
})

export type ConnectRecord = z.output<typeof connectRecordSchema>

/** What another version has written, and this one cannot read. It must not look as if it had never been there. */
const unreadable = { isUnreadable: true } as const

export type StoredRecord = ConnectRecord | typeof unreadable

export const storedRecordSchema: z.ZodType<StoredRecord> = z
  .unknown()
  .transform((value) => connectRecordSchema.safeParse(value).data ?? unreadable)

export const isReadableRecord = (record: StoredRecord): record is ConnectRecord => !('isUnreadable' in record)

/** How much of a step is kept. */
export type RecordDetail = 'minimal' | 'full'

/** Picks what is kept of a call or of another step, field by field. */
export function recordOf(
  what: ConnectCall | ConnectStep,
  { at, detail }: { at: number; detail: RecordDetail },
): ConnectRecord {
  const { code, requestId, linkCode, way, language, userId } = what
  const walletAddress = 'walletAddress' in what ? what.walletAddress : undefined
  const person = detail === 'full' ? { userId, walletAddress } : {}
  const record = { id: crypto.randomUUID(), at, code, requestId, linkCode, way, language, ...person }
  if ('step' in what) return { ...record, outcome: what.step, reason: what.reason ?? null, status: null }
  const { outcome, status, field, isProven, durationMs, attempts } = what
  const reason = outcome.kind === 'confirmed' ? null : outcome.kind === 'wait' ? outcome.cause : outcome.reason
  return {
    ...record,
    outcome: outcome.kind,
    reason,
    status,
    field,
    isProven,
    durationMs,
    attempts,
  }
}

/** What a list of records is narrowed to: records that fit all that is set. */
export interface RecordFilter {
  outcome?: ConnectRecord['outcome'] | undefined
  reason?: string | undefined
  /** The day in UTC on which the step ended, as in `2026-01-31`. */
  day?: string | undefined
  /** A wallet address, or an end of one, as `isNamed` takes it. It fits only records that have an address. */
  wallet?: string | undefined
}

/** Makes a check that says whether a record fits a filter. */
export function matchesFilter({ outcome, reason, day, wallet }: RecordFilter): (record: ConnectRecord) => boolean {
  const begin = day === undefined ? -Infinity : Date.parse(day)
  const end = day === undefined ? Infinity : begin + dayInMs
  return (record) =>
    (outcome === undefined || record.outcome === outcome) &&
    (reason === undefined || record.reason === reason) &&
    record.at >= begin &&
    record.at < end &&
    (wallet === undefined || (record.walletAddress !== undefined && isAddressOrEnd(record.walletAddress, wallet)))
}

/** How many letters of a wallet address are enough to find it. */
const minAddressPart = 4

/** Whether one of these texts is a code, the request ID, the user ID or the wallet address of a record, or an end of the address. */
export function isNamed(record: ConnectRecord, texts: readonly string[]): boolean {
  const { code, linkCode, requestId, userId, walletAddress } = record
  if ([code, linkCode, requestId, userId, walletAddress].some((name) => name !== undefined && texts.includes(name)))
    return true
  return walletAddress !== undefined && texts.some((text) => isEndOf(walletAddress, text))
}

const isAddressOrEnd = (address: string, text: string) => address === text || isEndOf(address, text)

/** Whether a text has the first or the last letters of an address, or both as pages shorten it: `7xKX…gAsU`. */
function isEndOf(address: string, text: string): boolean {
  const [first = '', last, ...others] = text.split(/…|\.{3}/)
  if (first.length < minAddressPart || others.length > 0) return false
  if (last === undefined) return address.startsWith(first) || address.endsWith(first)
  return last.length >= minAddressPart && address.startsWith(first) && address.endsWith(last)
}
