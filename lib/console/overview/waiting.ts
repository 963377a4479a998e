import 'server-only'
import { config } from '@/lib/config'
import { webhookBacklog, webhookQueue } from '@/lib/jobs'
import { confirmLimit, confirmsLeft } from '@/lib/limits'
import { connectRecords } from '@/lib/records'

/** The waiting work, and the calls left. */
export interface Waiting {
  /** Webhooks that have not arrived. `off` without a receiver, `unknown` while the store is unavailable. */
  webhooks: { waiting: number; givenUp: number } | 'off' | 'unknown'
  /** Records of connects that this process has not written yet. */
  records: number
  /** Records and webhooks that this process has lost. */
  lost: number
  /** The confirm calls left in this minute. Without any, users wait for their turn. */
  callsLeft: number
  callLimit: number
}

/** Reads the waiting work without a call to the service. */
export async function readWaiting(): Promise<Waiting> {
  const [callsLeft, queue] = await Promise.all([confirmsLeft(), webhookQueue()])
  const records = connectRecords().backlog
  const webhooks = webhookBacklog()
  const queued = queue ? { waiting: queue.waiting + webhooks.waiting, givenUp: queue.givenUp } : 'unknown'
  return {
    webhooks: config().webhook ? queued : 'off',
    records: records.waiting,
    lost: records.lost + webhooks.lost,
    callsLeft,
    callLimit: confirmLimit(),
  }
}
