import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionsSettled, forgetConnections } from '@/lib/connections'
import { forgetMessages } from '@/lib/jobs'
import { connectRecords } from '@/lib/records'

/** The pause of a backlog is a second. */
const settleMs = 2000

/** What was deleted of a user. */
export interface Forgotten {
  records: number
  connections: number
  messages: number
}

/**
 * Deletes what this app keeps of a user: records with their ID, connections, and messages that still wait. The service
 * keeps what it was told: its interface has no way to take a connection back.
 *
 * @param userId - the ID by which the login knows the user.
 * @throws StoreUnavailableError
 */
export async function forgetUser(userId: string): Promise<Forgotten> {
  // What this process is about to write would come after.
  const settled = Promise.all([connectRecords().settled(), connectionsSettled()])
  await Promise.race([settled, sleep(settleMs, undefined, { ref: false })])
  return {
    records: await connectRecords().forget(userId),
    connections: await forgetConnections(userId),
    messages: await forgetMessages(userId),
  }
}
