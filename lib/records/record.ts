import 'server-only'
import { z } from 'zod'
import { walletWays, type ConnectAttempt } from '@/lib/connect/outcome'

/**
 * What is kept of an attempt to connect. Never a nonce, an `auth_code` or a return URL; who it was and which wallet,
 * only where the deployment asks for it.
 */
const connectRecordSchema = z.object({
  /** Random: an attempt that was written twice is told by it. */
  id: z.string(),
  /** When it ended, in milliseconds since the epoch. */
  at: z.number(),
  outcome: z.enum(['connected', 'refused', 'wait']),
  /** Why it was refused, or what it had to wait for. Null where it is connected. */
  reason: z.string().nullable(),
  /** Of the service's last response; null where none came, or none was asked for. */
  status: z.number().nullable(),
  /** What the user was told to quote: the `correlationId` of the log lines. */
  code: z.string(),
  requestId: z.string(),
  /** How the wallet was reached. Records of earlier versions do not have it. */
  way: z.enum(walletWays).optional().catch(undefined),
  /** Whether a signature of the wallet was sent along. */
  isProven: z.boolean(),
  durationMs: z.number(),
  /** Calls that it took. */
  attempts: z.number(),
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

/** How much of an attempt is kept. */
export type RecordDetail = 'minimal' | 'full'

/** Picks what is kept of an attempt, field by field. */
export function recordOf(attempt: ConnectAttempt, { at, detail }: { at: number; detail: RecordDetail }): ConnectRecord {
  const { outcome, status, code, requestId, userId, walletAddress, way, isProven, durationMs, attempts } = attempt
  return {
    id: crypto.randomUUID(),
    at,
    outcome: outcome.kind,
    reason: outcome.kind === 'connected' ? null : outcome.kind === 'wait' ? outcome.cause : outcome.reason,
    status,
    code,
    requestId,
    way,
    isProven,
    durationMs,
    attempts,
    ...(detail === 'full' ? { userId, walletAddress } : {}),
  }
}
