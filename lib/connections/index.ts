import 'server-only'
import { config } from '@/lib/config'
import { isConfirmedBefore, type ConnectAttempt } from '@/lib/connect/outcome'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { log } from '@/lib/log'
import { countLostWrite } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests } from '@/lib/request/context'
import { keyPrefix, redisConnection, unlessUnavailable } from '@/lib/store'
import { Backlog } from '@/lib/store/backlog'
import { redisConnections, type ConfirmedConnection, type Connections } from './connections'

/** Who has which wallet; undefined where CONNECTIONS_TOKEN is not set. */
export function connections(): Connections | undefined {
  return config().connectionsToken === undefined ? undefined : connectionsInRedis()
}

function connectionsInRedis(): Connections | undefined {
  const redis = redisConnection()
  return redis && processSingleton('connections', () => redisConnections(redis, keyPrefix()))
}

/**
 * Deletes the entries of a user, those too that were kept before CONNECTIONS_TOKEN was removed.
 *
 * @returns how many were deleted.
 * @throws StoreUnavailableError
 */
export async function forgetConnections(userId: string): Promise<number> {
  return (await connectionsInRedis()?.forget(textIn(userId))) ?? 0
}

/** Half of a surrogate pair is no text for Redis's JSON. */
const textIn = (userId: string) => userId.toWellFormed()

/**
 * Keeps who has confirmed which wallet, before the user is sent on. While Redis is unavailable it waits in the process,
 * and the log says so. It never throws.
 */
export async function keepConnection(attempt: ConnectAttempt): Promise<void> {
  const kept = connections()
  if (!kept || attempt.outcome.kind !== 'confirmed') return
  const { requestId, userId, walletAddress } = attempt
  const confirmed = {
    user_id: textIn(userId),
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

/** Resolves when no connection of this process waits any more. It never rejects. */
export async function connectionsSettled(): Promise<void> {
  const kept = connections()
  if (kept) await backlog(kept).settled()
}

function backlog(kept: Connections): Backlog<ConfirmedConnection> {
  return processSingleton('connections to be kept', () => {
    const onLost = (confirmed: ConfirmedConnection, reason: string) => {
      countLostWrite('connections')
      outsideRequests(() => log().error({ event: 'connection lost', ...logged(confirmed), reason }))
    }
    const write = (confirmed: ConfirmedConnection) => kept.keep(confirmed, { hasWaited: true })
    const waiting = new Backlog<ConfirmedConnection>({ write, onLost })
    process.once('exit', () => waiting.end())
    return waiting
  })
}

/** The request and, where records of attempts have them too, the user and the wallet. */
function logged({ request_id, user_id, wallet_address }: ConfirmedConnection) {
  const person = { userId: user_id, walletAddress: wallet_address }
  return { requestId: request_id, ...(config().connectRecords.detail === 'full' ? person : {}) }
}
