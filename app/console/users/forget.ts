import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { forgetConnections } from '@/lib/connections'
import { forgetMessages } from '@/lib/jobs'
import { connectRecords } from '@/lib/records'
import { noteErasure } from '@/lib/store/marks'

/** Longer than a write takes after it has looked for the deletion's mark. Redis has a second for it. */
const settleMs = 1500

/** Also deletes what an earlier press writes later, at any instance. @throws StoreUnavailableError */
export async function forgetUser(userId: string) {
  await noteErasure(userId)
  await sleep(settleMs)
  return {
    records: await connectRecords().forget(userId),
    connections: await forgetConnections(userId),
    ...(await forgetMessages(userId)),
  }
}

/** Checks whether nothing was kept of the user. The ID may be another one than that of the login. */
export const isNothing = (forgotten: Record<string, number>) => Object.values(forgotten).every((count) => count === 0)
