import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionsSettled, forgetConnections } from '@/lib/connections'
import { forgetMessages } from '@/lib/jobs'
import { connectRecords } from '@/lib/records'

/** Longer than a backlog's pause between two tries, which is one second. */
const settleMs = 2000

/** The numbers of deleted entries of a user. */
export interface Forgotten {
  records: number
  connections: number
  messages: number
}

/**
 * Deletes this app's data about a user: connections, messages, and records with their ID. The service keeps its data,
 * because its interface has no way to remove a connection.
 *
 * @param userId - the user's ID at the operator's login.
 * @throws StoreUnavailableError while the store is unavailable.
 */
export async function forgetUser(userId: string): Promise<Forgotten> {
  // Waits for the pending writes of this process, which would otherwise restore deleted data.
  const settled = Promise.all([connectRecords().settled(), connectionsSettled()])
  await Promise.race([settled, sleep(settleMs, undefined, { ref: false })])
  return {
    records: await connectRecords().forget(userId),
    connections: await forgetConnections(userId),
    messages: await forgetMessages(userId),
  }
}
