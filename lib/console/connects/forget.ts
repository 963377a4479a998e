import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { connections } from '@/lib/connections'
import { forgetMessages } from '@/lib/jobs'
import { connectRecords } from '@/lib/records'

const settleMs = 1000

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
  await Promise.race([connectRecords().settled(), sleep(settleMs, undefined, { ref: false })])
  return {
    records: await connectRecords().forget(userId),
    connections: (await connections()?.forget(userId.toWellFormed())) ?? 0,
    messages: await forgetMessages(userId),
  }
}
