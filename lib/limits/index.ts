import 'server-only'
import { createHmac } from 'node:crypto'
import { config } from '@/lib/config'
import { countLimit } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { instances, keyPrefix, redisConnection, redisState } from '@/lib/store'
import { clientAddress, connectionAddressHeader } from '@/lib/request/client-address'
import { insuredBudget, planOf, shareOf, type ConfirmBudget } from './confirm-budget'
import { confirmGate, type ConfirmGate } from './confirm-gate'
import { processBudget } from './process-budget'
import { rateLimit, type RateDecision, type RateLimit } from './rate-limit'
import { redisBudget } from './redis-budget'

/** Presses of one user that reach the service, in a minute. A person needs one, or a second after a typing error. */
const attemptsPerMinute = 5

/**
 * Arrivals, starts of a login, or callbacks of one, from one client address in a minute. Offices and mobile networks
 * have thousands of people behind one address: this keeps one machine from filling the log, and no crowd out.
 */
const visitsPerMinute = 1200

/**
 * Callbacks of the login from one client address, in a minute: more than twice as many as wallets can be confirmed then.
 * Each leaves the mark of a used state behind, and can cost a call to the provider.
 */
const callbacksPerMinute = 300

/**
 * Sign-ins of one account in half an hour. A session that was signed out is listed until it would have ended: with
 * sessions of eight hours, one account can have 480 of them listed. A person signs in a few times a day; whoever tests
 * a login, once a minute at most.
 */
const signInsPerAccount = { times: 30, seconds: 30 * 60 }

/** More than the service's budget has under way even if each call takes all of its 25 seconds. */
const maxConfirmsUnderWay = 50

/** The limits of the confirm call, asked at every press of Connect. */
export function connectGate(): ConfirmGate {
  return processSingleton('connect gate', () =>
    confirmGate({
      attempts: limitOf('attempts', { times: attemptsPerMinute, seconds: 60 }),
      budget: confirmBudget(),
      maxUnderWay: maxConfirmsUnderWay,
      hashKey: config().hold.password,
      onWait: countLimit,
    }),
  )
}

/**
 * Spends one confirm call that no user is waiting for, as the check of the key does.
 *
 * @returns false where it would make a user wait: try again later.
 */
export function spendSpareConfirm(): Promise<boolean> {
  return confirmBudget().spendSpare()
}

/** Makes all users wait: the service asks for no confirm calls during this time, in milliseconds. */
export function pauseConfirms(ms: number): Promise<void> {
  return confirmBudget().pause(ms)
}

/** How many confirm calls could still be made in this minute. */
export function confirmsLeft(): Promise<number> {
  return confirmBudget().left()
}

/** How many confirm calls a minute this instance may make now: with the others, or as its share. */
export function confirmLimit(): number {
  const calls = config().confirmBudgetPerMinute
  return isBudgetShared() ? calls : processShare(calls)
}

/** Counts an arrival at `/connect` from this address. */
export function limitArrival(address: string): Promise<RateDecision> {
  return limitVisit('arrivals', address)
}

/** Counts a sign-in that begins, from this address. */
export function limitSignIn(address: string): Promise<RateDecision> {
  return limitVisit('sign-ins', address)
}

/** Counts an answer of the login's provider, which a browser brings from this address. */
export function limitCallback(address: string): Promise<RateDecision> {
  return counted('callbacks', limitOf('callbacks', { times: callbacksPerMinute, seconds: 60 }), address)
}

/**
 * Counts a sign-in that has succeeded, whose session is not there yet.
 *
 * @param account - whose it is. Users and staff may have the same IDs at their logins.
 */
export function limitAccount({ people, id }: { people: string; id: string }): Promise<RateDecision> {
  const account = createHmac('sha256', config().hold.password).update(`account:${people}:${id}`).digest('base64url')
  return counted('accounts', limitOf('accounts', signInsPerAccount), account)
}

/** Where the current request comes from, for limits: what TRUSTED_PROXY_HOPS says, and no header else. */
export function requestAddress(headers: Pick<Headers, 'get'>): string {
  return clientAddress({
    socketAddress: headers.get(connectionAddressHeader) ?? '',
    forwardedFor: headers.get('x-forwarded-for'),
    hops: config().trustedProxyHops,
  })
}

function limitVisit(what: 'arrivals' | 'sign-ins' | 'callbacks', address: string): Promise<RateDecision> {
  return counted(what, limitOf(what, { times: visitsPerMinute, seconds: 60 }), address)
}

async function counted(name: Parameters<typeof countLimit>[0], limit: RateLimit, key: string): Promise<RateDecision> {
  const decision = await limit.spend(key)
  if (!decision.isAllowed) countLimit(name)
  return decision
}

function limitOf(name: string, bounds: { times: number; seconds: number }): RateLimit {
  return processSingleton(`limit of ${name}`, () =>
    rateLimit({ name: `${keyPrefix()}limit:${name}`, ...bounds, connection: redisConnection() }),
  )
}

function confirmBudget(): ConfirmBudget {
  return processSingleton('confirm budget', () => {
    const calls = config().confirmBudgetPerMinute
    const connection = redisConnection()
    if (!connection) return processBudget(() => planOf(calls))
    const own = processBudget(() => planOf(processShare(calls)))
    return insuredBudget(redisBudget(connection, keyPrefix(), planOf(calls)), own, isBudgetShared)
  })
}

/** Redis may not have been asked yet. */
const isBudgetShared = () => (redisState() ?? 'ok') === 'ok'

const processShare = (calls: number) => shareOf(calls, instances()?.count)
