import 'server-only'
import { config } from '@/lib/config'
import { isConfirmedBefore, type ConnectAttempt } from '@/lib/connect/outcome'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { log } from '@/lib/log'
import { countLostWrite } from '@/lib/metrics'
import { perProcess } from '@/lib/per-process'
import { outsideRequests } from '@/lib/request/context'
import { keyPrefix, redisConnection, unlessUnavailable } from '@/lib/store'
import { Backlog } from '@/lib/store/backlog'
import { redisConnections, type ConfirmedConnection, type Connections } from './connections'

export type { Connection } from './connections'

/** Who has which wallet; undefined where CONNECTIONS_TOKEN is not set. */
export function connections(): Connections | undefined {
  const redis = redisConnection()
  if (config().connectionsToken === undefined || !redis) return undefined
  return perProcess('connections', () => redisConnections(redis, keyPrefix()))
}

/**
 * Keeps who has confirmed which wallet, before the user is sent on. While Redis is unavailable it waits in the process,
 * and the log says so. It never throws.
 */
export async function keepConnection(attempt: ConnectAttempt): Promise<void> {
  const kept = connections()
  if (!kept || attempt.outcome.kind !== 'confirmed') return
  const { requestId, userId, walletAddress } = attempt
  const confirmed = {
    // Half of a surrogate pair is no text for Redis's JSON.
    user_id: userId.toWellFormed(),
    subnet_user_id: subnetUserId(userId, config().subnetUserId),
    wallet_address: walletAddress,
    proven: attempt.isProven,
    confirmed_before: isConfirmedBefore(attempt.outcome.kind, attempt.status),
    request_id: requestId,
    confirmed_at: new Date().toISOString(),
  }
  await unlessUnavailable(
    () => kept.keep(confirmed),
    (reason) => {
      log().warn({ event: 'connection waits for redis', ...logged(confirmed), reason })
      backlog(kept).add(confirmed)
    },
  )
}

function backlog(kept: Connections): Backlog<ConfirmedConnection> {
  return perProcess('connections to be kept', () => {
    const onLost = (confirmed: ConfirmedConnection, reason: string) => {
      countLostWrite('connections')
      outsideRequests(() => log().error({ event: 'connection lost', ...logged(confirmed), reason }))
    }
    const waiting = new Backlog<ConfirmedConnection>({ write: (confirmed) => kept.keep(confirmed), onLost })
    process.once('exit', () => waiting.end())
    return waiting
  })
}

/** The request and, where records of attempts have them too, the user and the wallet. */
function logged({ request_id, user_id, wallet_address }: ConfirmedConnection) {
  const person = { userId: user_id, walletAddress: wallet_address }
  return { requestId: request_id, ...(config().connectRecords.detail === 'full' ? person : {}) }
}
