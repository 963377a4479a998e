import 'server-only'
import { connections } from '@/lib/connections'
import { forgetMessages } from '@/lib/jobs'
import { connectRecords } from '@/lib/records'

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
  return {
    records: await connectRecords().forget(userId),
    connections: (await connections()?.forget(userId)) ?? 0,
    messages: await forgetMessages(userId),
  }
}
