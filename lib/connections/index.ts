import 'server-only'
import { config } from '@/lib/config'
import { isConfirmedBefore, type ConnectAttempt } from '@/lib/connect/outcome'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { log } from '@/lib/log'
import { processSingleton } from '@/lib/process-singleton'
import { keyPrefix, redisConnection, unlessUnavailable } from '@/lib/store'
import { begunBefore, isErasedSince } from '@/lib/store/erasures'
import { keptInStore, type KeptInStore } from '@/lib/store/kept-in-store'
import { redisConnections, type ConfirmedConnection, type Connections } from './connections'

/** Returns the wallets of users; undefined without CONNECTIONS_TOKEN or without Redis. */
export function connections(): Connections | undefined {
  return config().connectionsToken === undefined ? undefined : connectionsInRedis()
}

function connectionsInRedis(): Connections | undefined {
  const redis = redisConnection()
  return redis && processSingleton('connections', () => redisConnections(redis, keyPrefix()))
}

/**
 * Deletes the entries of a user, including entries from before CONNECTIONS_TOKEN was removed.
 *
 * @returns the number of deleted entries.
 * @throws StoreUnavailableError
 */
export async function forgetConnections(userId: string): Promise<number> {
  return (await connectionsInRedis()?.forget(userId)) ?? 0
}

/** A confirm, and the time at which its press began, from `begunBefore`. */
interface KeptConfirm {
  confirmed: ConfirmedConnection
  begunAt: number
}

/** Stores a confirm, unless the user's data was deleted after the press began. @throws StoreUnavailableError */
async function keep(stored: Connections, { confirmed, begunAt }: KeptConfirm, options?: { hasWaited: boolean }) {
  if (!(await isErasedSince(confirmed.user_id, begunAt))) await stored.keep(confirmed, options)
}

/**
 * Stores the confirmed wallet of a user before the browser is redirected. While Redis is unavailable, the entry waits
 * in the process, and a log line reports it. The function never throws.
 */
export async function keepConnection(attempt: ConnectAttempt): Promise<void> {
  const stored = connections()
  if (!stored || attempt.outcome.kind !== 'confirmed') return
  const { requestId, userId, walletAddress } = attempt
  const confirmed = {
    user_id: userId,
    subnet_user_id: subnetUserId(userId, config().subnetUserId),
    wallet_address: walletAddress,
    proven: attempt.isProven,
    confirmed_before: isConfirmedBefore(attempt.outcome.kind, attempt.status),
    request_id: requestId,
    confirmed_at: new Date().toISOString(),
  }
  const kept = { confirmed, begunAt: begunBefore(attempt.durationMs) }
  await unlessUnavailable(
    () => keep(stored, kept),
    (reason) => {
      log().warn({ event: 'connection waits for redis', ...logged(confirmed), reason })
      backlog(stored).add(kept)
    },
  )
}

/** Resolves when no connection waits in this process any more. It never rejects. */
export async function connectionsSettled(): Promise<void> {
  const stored = connections()
  if (stored) await backlog(stored).settled()
}

function backlog(stored: Connections): KeptInStore<KeptConfirm> {
  return processSingleton('connections to be kept', () =>
    keptInStore<KeptConfirm>({
      write: (kept) => keep(stored, kept, { hasWaited: true }),
      logLost: ({ confirmed }, reason) => log().error({ event: 'connection lost', ...logged(confirmed), reason }),
      metric: 'connections',
    }),
  )
}

/** Returns the request and, with full detail of the connect records, the user and the wallet. */
function logged({ request_id, user_id, wallet_address }: ConfirmedConnection) {
  const person = { userId: user_id, walletAddress: wallet_address }
  return { requestId: request_id, ...(config().connectRecords.detail === 'full' ? person : {}) }
}
