import 'server-only'
import { config } from '@/lib/config'
import { webhookBacklog, webhookQueue } from '@/lib/jobs'
import { confirmLimit, confirmsLeft } from '@/lib/limits'
import { connectRecords } from '@/lib/records'

/** What has not been done yet. */
export interface Waiting {
  /** Webhooks that have not arrived. `off` where no receiver is configured, `unknown` while the store is away. */
  webhooks: { waiting: number; givenUp: number } | 'off' | 'unknown'
  /** Records of connects that this process has not written yet. */
  records: number
  /** Records and webhooks that this process has lost. */
  lost: number
  /** Confirm calls that can still be made in this minute. Users wait for their turn where there is none. */
  callsLeft: number
  callLimit: number
}

/** Reads what waits. The service is not asked. */
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
