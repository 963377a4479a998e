import 'server-only'
import { z } from 'zod'
import type { DeploymentLabels } from '@/lib/config/labels'

/** What the operator's own systems are told. `docs/operate/webhooks.md` has the fields of each. */
const messageTypes = ['wallet.confirmed', 'task_runs.stuck'] as const

/** What versions before 1.0.0 called a confirm. Their messages that still wait are sent as they are. */
const formerType = 'wallet.connected'

/** A message, as it is kept until it has arrived. */
export const messageSchema = z.object({
  /** The same at every attempt: by it a receiver knows what it has had already. */
  id: z.string(),
  type: z.enum([...messageTypes, formerType]),
  /** Of the connect link that it is about; null where it is about none. */
  requestId: z.string().nullable(),
  /** The JSON that is sent, kept as a text so that every attempt sends the same bytes. */
  body: z.string(),
})

export type Message = z.output<typeof messageSchema>

/** A wallet that the service has confirmed. */
export interface ConfirmedWallet {
  requestId: string
  userId: string
  /** The `subnet_user_id` that the service was told. */
  subnetUserId: string
  walletAddress: string
  isProven: boolean
  /** Whether the service had confirmed the request before, perhaps with another wallet. */
  wasConfirmedBefore: boolean
  labels: DeploymentLabels
  /** In milliseconds since the epoch. */
  at: number
}

/** The id is that of the connect request: a press that is repeated tells nothing new. */
export function walletConfirmed(confirmed: ConfirmedWallet): Message {
  const { requestId, at } = confirmed
  return messageOf({ id: `wallet-confirmed-${requestId}`, type: 'wallet.confirmed', requestId }, at, {
    user_id: confirmed.userId,
    subnet_user_id: confirmed.subnetUserId,
    wallet_address: confirmed.walletAddress,
    proven: confirmed.isProven,
    confirmed_before: confirmed.wasConfirmedBefore,
    ...confirmed.labels,
    request_id: requestId,
  })
}

/** A task run, as the service lists it. */
interface StuckRun {
  task_run_id: string
  task_id: string
  event_id: string
  status: string
  blockchain_status: string
  updated_at: string
  seconds_since_update: number
}

/** Task runs that have gone without an update for too long. */
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

/** The envelope of the Standard Webhooks scheme: what happened, when, and what there is to know about it. */
function messageOf(head: Omit<Message, 'body'>, at: number, data: object): Message {
  return { ...head, body: JSON.stringify({ type: head.type, timestamp: new Date(at).toISOString(), data }) }
}

const personSchema = z.object({ data: z.object({ user_id: z.string(), wallet_address: z.string() }) })

/** The user and the wallet that a message is about, where it is about one. */
export function personIn({ body }: Message): { userId?: string; walletAddress?: string } {
  const data = personSchema.safeParse(JSON.parse(body)).data?.data
  return data ? { userId: data.user_id, walletAddress: data.wallet_address } : {}
}
