import 'server-only'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { DeploymentLabels } from '@/lib/config/labels'
import { parseStored } from '@/lib/store/json'

/** The types of messages to the operator's systems. `docs/operate/webhooks.md` lists the fields of each. */
const messageTypes = ['wallet.confirmed', 'task_runs.stuck'] as const

/** A stored message. */
export const messageSchema = z.object({
  /** The same at every attempt, so that a receiver recognizes a repeated message. */
  id: z.string(),
  type: z.enum(messageTypes),
  /** The connect link that the message is about, or null. */
  requestId: z.string().nullable(),
  /** The id of another message that makes this one needless. */
  unlessPut: z.string().optional(),
  /** The JSON to send, stored as text so that every attempt sends the same bytes. Empty after a deletion. */
  body: z.string(),
})

export type Message = z.output<typeof messageSchema>

/** A wallet that the service has confirmed. */
export interface ConfirmedWallet {
  requestId: string
  userId: string
  /** The `subnet_user_id` that the confirm sent to the service. */
  subnetUserId: string
  walletAddress: string
  isProven: boolean
  /** Whether the service had confirmed the request before, possibly with another wallet. */
  wasConfirmedBefore: boolean
  labels: DeploymentLabels
  /** The key of the hash that replaces the user and the wallet in an id, because the log contains ids. */
  hashKey: string
  /** In milliseconds since the epoch. */
  at: number
}

/**
 * Makes a message with the outcome in its id, so that a repeated press sends no second message.
 *
 * The service keeps the wallet of its first confirm. Its answer to another press, perhaps with another wallet, can
 * arrive here before the answer to the first one. Therefore the message about the first confirm has its own id, which
 * no other press can have.
 */
export function walletConfirmed(confirmed: ConfirmedWallet): Message {
  const { requestId, userId, walletAddress, wasConfirmedBefore, at } = confirmed
  const first = `wallet-confirmed-${requestId}`
  const hash = createHmac('sha256', confirmed.hashKey).update(JSON.stringify([userId, walletAddress]))
  const ids = wasConfirmedBefore ? { id: `${first}-${hash.digest('base64url')}`, unlessPut: first } : { id: first }
  return messageOf({ ...ids, type: 'wallet.confirmed', requestId }, at, {
    user_id: confirmed.userId,
    subnet_user_id: confirmed.subnetUserId,
    wallet_address: confirmed.walletAddress,
    proven: confirmed.isProven,
    confirmed_before: confirmed.wasConfirmedBefore,
    ...confirmed.labels,
    request_id: requestId,
  })
}

/** A task run from the service's list. */
interface StuckRun {
  task_run_id: string
  task_id: string
  event_id: string
  status: string
  blockchain_status: string
  updated_at: string
  seconds_since_update: number
}

/** Makes a message about task runs without an update for too long. */
export function taskRunsStuck(stuck: {
  taskRuns: readonly StuckRun[]
  stuckAfterMinutes: number
  labels: DeploymentLabels
  /** In milliseconds since the epoch. */
  at: number
}): Message {
  const { taskRuns, stuckAfterMinutes, labels, at } = stuck
  return messageOf({ id: `task-runs-stuck-${crypto.randomUUID()}`, type: 'task_runs.stuck', requestId: null }, at, {
    ...labels,
    stuck_after_minutes: stuckAfterMinutes,
    task_runs: taskRuns.map((run) => ({
      task_run_id: run.task_run_id,
      task_id: run.task_id,
      event_id: run.event_id,
      status: run.status,
      blockchain_status: run.blockchain_status,
      updated_at: run.updated_at,
      seconds_since_update: run.seconds_since_update,
    })),
  })
}

/** Makes a message with the envelope of the Standard Webhooks scheme: type, time and data. */
function messageOf(head: Omit<Message, 'body'>, at: number, data: object): Message {
  return { ...head, body: JSON.stringify({ type: head.type, timestamp: new Date(at).toISOString(), data }) }
}

const personSchema = z.object({ data: z.object({ user_id: z.string(), wallet_address: z.string() }) })

/** Returns the user and the wallet of a message, if it has them. */
export function personIn({ body }: Message): { userId?: string; walletAddress?: string } {
  const data = parseStored(body, personSchema)?.data
  return data ? { userId: data.user_id, walletAddress: data.wallet_address } : {}
}
