import 'server-only'
import { z } from 'zod'
import { config } from '@/lib/config'
import { isConfirmedBefore, type ConnectAttempt } from '@/lib/connect/outcome'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import type { TaskRun } from '@/lib/service'
import { pseudonymOf } from '@/lib/store/marks'

/**
 * A message, as the queue stores it, for example:
 *
 *     { "id": "wallet-confirmed-01ARZ3NDEKTSV4RRFFQ69G5FAV", "type": "wallet.confirmed",
 *       "requestId": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "person": { "userId": "user-1", "walletAddress": "7xKX…gAsU" },
 *       "body": "{\"type\":\"wallet.confirmed\",\"timestamp\":\"2026-01-31T12:34:56.789Z\",\"data\":{…}}" }
 */
export const messageSchema = z.object({
  /** The same at every attempt, so that a receiver recognizes a repeated message. */
  id: z.string(),
  /** `docs/operate/webhooks.md` lists the fields of each type. */
  type: z.enum(['wallet.confirmed', 'task_runs.stuck']),
  /** The connect link that the message is about, or null. */
  requestId: z.string().nullable(),
  /** The id of another message that makes this one needless. */
  unlessPut: z.string().optional(),
  /** The person that the body names. Undefined without one, and after a deletion. */
  person: z.object({ userId: z.string(), walletAddress: z.string() }).optional(),
  /** The JSON to send, stored as text so that every attempt sends the same bytes. Empty after a deletion. */
  body: z.string(),
})

export type Message = z.output<typeof messageSchema>

/**
 * Makes the message about a confirmed wallet. Its id contains the outcome, so that a repeated press sends no second
 * message. The log contains ids, so a pseudonym replaces the user and the wallet.
 *
 * The service keeps the wallet of its first confirm. Its answer to another press can arrive here first, perhaps with
 * another wallet. So the message about the first confirm has its own id, which no other press can have.
 */
export function walletConfirmed(attempt: ConnectAttempt): Message {
  const { requestId, userId, walletAddress, isProven, outcome, status } = attempt
  const wasConfirmedBefore = isConfirmedBefore(outcome.kind, status)
  const first = `wallet-confirmed-${requestId}`
  const person = { userId, walletAddress }
  const another = `${first}-${pseudonymOf(JSON.stringify([userId, walletAddress]))}`
  const ids = wasConfirmedBefore ? { id: another, unlessPut: first } : { id: first }
  return messageOf(
    { ...ids, type: 'wallet.confirmed', requestId, person },
    {
      user_id: userId,
      subnet_user_id: subnetUserId(userId, config().subnetUserId),
      wallet_address: walletAddress,
      proven: isProven,
      confirmed_before: wasConfirmedBefore,
      ...config().labels,
      request_id: requestId,
    },
  )
}

export function taskRunsStuck(taskRuns: readonly TaskRun[]): Message {
  return messageOf(
    { id: `task-runs-stuck-${crypto.randomUUID()}`, type: 'task_runs.stuck', requestId: null },
    {
      ...config().labels,
      stuck_after_minutes: config().stuckAfterMinutes,
      task_runs: taskRuns.map((run) => ({
        task_run_id: run.task_run_id,
        task_id: run.task_id,
        event_id: run.event_id,
        status: run.status,
        blockchain_status: run.blockchain_status,
        updated_at: run.updated_at,
        seconds_since_update: run.seconds_since_update,
      })),
    },
  )
}

function messageOf(head: Omit<Message, 'body'>, data: object): Message {
  return { ...head, body: JSON.stringify({ type: head.type, timestamp: new Date().toISOString(), data }) }
}
