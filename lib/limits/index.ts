import 'server-only'
import { createHmac } from 'node:crypto'
import { setInterval } from 'node:timers'
import { config } from '@/lib/config'
import { countLimit } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { instances, keyPrefix, redisConnection, unlessUnavailable } from '@/lib/store'
import { clientAddress, connectionAddressHeader } from '@/lib/request/client-address'
import { insuredBudget, shareOf, type ConfirmBudget } from './confirm-budget'
import { confirmGate, type ConfirmGate } from './confirm-gate'
import { processBudget } from './process-budget'
import { rateLimit, type RateDecision, type RateLimit } from './rate-limit'
import { RecentCalls } from './recent-calls'
import { redisBudget } from './redis-budget'

/** The max number of times in a window of seconds, for each key. */
const bounds = {
  /** A user's presses that reach the service. A person needs one, or two after a typing error. */
  attempts: { times: 5, seconds: 60 },
  /**
   * Arrivals at `/connect` from one client address. Offices and mobile networks have thousands of people behind one
   * client address. The limit only keeps one machine from filling the log.
   */
  arrivals: { times: 1200, seconds: 60 },
  /** Starts of a login from one client address. */
  'sign-ins': { times: 1200, seconds: 60 },
  /**
   * Login callbacks from one client address, more than twice as many as confirms. Each callback stores a used state, and
   * can cost a call to the provider.
   */
  callbacks: { times: 300, seconds: 60 },
  /**
   * Sign-ins of one account. A signed-out session stays listed until it would have expired. With sessions of eight
   * hours, one account can list 480 of them. A person signs in a few times a day, and a tester of the login at most once
   * a minute.
   */
  accounts: { times: 30, seconds: 30 * 60 },
} as const

/** How often an instance tells Redis the calls that it knows, and reads those of the others. */
const syncEveryMs = 1000

/** More calls than the default budget allows at once, even if each call takes the max of 25 seconds. */
const maxConfirmsUnderWay = 50

/** Returns the gate with the limits of the confirm call. Every press of Connect must enter it. */
export function connectGate(): ConfirmGate {
  return processSingleton('connect gate', () =>
    confirmGate({
      attempts: limitOf('attempts'),
      budget: confirmBudget(),
      maxUnderWay: maxConfirmsUnderWay,
      hashKey: config().hold.password,
      onWait: countLimit,
    }),
  )
}

/**
 * Spends one confirm call without a user, for example for the check of the key.
 *
 * @returns false if it would make a user wait. Try again later.
 */
export function spendSpareConfirm(): Promise<boolean> {
  return confirmBudget().spendSpare()
}

/** Makes all users wait for this time in milliseconds, because the service has requested a pause. */
export async function pauseConfirms(ms: number): Promise<void> {
  await confirmBudget().pause(ms)
}

/** Returns the number of confirm calls left in this minute. */
export function confirmsLeft(): Promise<number> {
  return confirmBudget().left()
}

/** Starts to read the calls of all instances in Redis, so that this instance knows its share when Redis goes away. */
export const startConfirmBudget = (): void => void confirmBudget()

/** Returns the confirm calls a minute that this instance may make now: the shared budget, or its share of it. */
export function confirmLimit(): number {
  const calls = config().confirmBudgetPerMinute
  const { state = 'ok' } = redisConnection() ?? {}
  return state === 'ok' ? calls : shareOf(calls, instancesNow())
}

/** Counts an arrival at `/connect` from this client address. */
export const limitArrival = (address: string): Promise<RateDecision> => counted('arrivals', address)

/** Counts the start of a sign-in from this client address. */
export const limitSignIn = (address: string): Promise<RateDecision> => counted('sign-ins', address)

/** Counts a callback of the login from this client address. */
export const limitCallback = (address: string): Promise<RateDecision> => counted('callbacks', address)

/**
 * Counts a successful sign-in before its session is created.
 *
 * @param account - the account. `people` is part of it because users and staff may have the same IDs.
 */
export function limitAccount({ people, id }: { people: string; id: string }): Promise<RateDecision> {
  const account = createHmac('sha256', config().hold.password).update(`account:${people}:${id}`).digest('base64url')
  return counted('accounts', account)
}

/** Returns the client address by TRUSTED_PROXY_HOPS. A client can affect it only through CLIENT_ADDRESS_HEADER. */
export function requestAddress(headers: Pick<Headers, 'get'>): string {
  const { trustedProxyHops, clientAddressHeader } = config()
  return clientAddress({
    socketAddress: headers.get(connectionAddressHeader) ?? '',
    forwardedFor: headers.get(clientAddressHeader),
    hops: trustedProxyHops,
  })
}

async function counted(name: keyof typeof bounds, key: string): Promise<RateDecision> {
  const decision = await limitOf(name).spend(key)
  if (!decision.isAllowed) countLimit(name)
  return decision
}

function limitOf(name: keyof typeof bounds): RateLimit {
  return processSingleton(`limit of ${name}`, () =>
    rateLimit({ name: `${keyPrefix()}limit:${name}`, ...bounds[name], connection: redisConnection() }),
  )
}

function confirmBudget(): ConfirmBudget {
  return processSingleton('confirm budget', () => {
    const calls = new RecentCalls()
    const parts = { callsPerMinute: config().confirmBudgetPerMinute, calls }
    const connection = redisConnection()
    if (!connection) return processBudget(parts)
    const shared = redisBudget(connection, keyPrefix(), { ...parts, instances: instancesNow })
    const sync = () =>
      unlessUnavailable(
        () => shared.left(),
        () => undefined,
      )
    void sync()
    setInterval(() => void sync(), syncEveryMs).unref()
    return insuredBudget(shared, processBudget({ ...parts, instances: instancesNow }))
  })
}

/** A deployment with Redis probably has two instances. */
const presumedInstances = 2

const instancesNow = () => instances()?.count ?? presumedInstances
