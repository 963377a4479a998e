import 'server-only'
import { createHmac } from 'node:crypto'
import { config } from '@/lib/config'
import { countLimit } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { keyPrefix, redisConnection, store } from '@/lib/store'
import { clientAddress, connectionAddressHeader } from '@/lib/request/client-address'
import { createConfirmBudget, type ConfirmBudget } from './confirm-budget'
import { confirmGate, type ConfirmGate } from './confirm-gate'
import { rateLimit, type RateDecision, type RateLimit } from './rate-limit'

/** The max number of times in a window of seconds, for each key. */
const bounds = {
  /** A user's presses that reach the service. A person needs one, or two after a typing error. */
  attempts: { times: 5, seconds: 60 },
  /**
   * Arrivals at `/connect` from one client address. Offices and mobile networks have thousands of people behind one
   * client address. The limit only keeps one machine from filling the log.
   */
  arrivals: { times: 1200, seconds: 60 },
  /**
   * Starts of a login from one client address. Each can end in one callback that stores a used state and costs a call to
   * the provider. A limit of callbacks would let one machine keep everybody behind its address from ending a login.
   */
  'sign-ins': { times: 1200, seconds: 60 },
  /**
   * Sign-ins of one account. A signed-out session stays listed for as long as a session lasts. With sessions of eight
   * hours, one account can list 960 of them. A person signs in a few times a day, and a tester of the login at most once
   * a minute.
   */
  accounts: { times: 30, seconds: 30 * 60 },
} as const

/**
 * Returns the gate with the limits of the confirm call. Every press of Connect must enter it, with the user's ID. The
 * gate gets a pseudonym of it, because the store keeps what it gets.
 */
export function connectGate(): ConfirmGate {
  return processSingleton('connect gate', () => {
    const gate = confirmGate({ attempts: limitOf('attempts'), budget: confirmBudget(), onWait: countLimit })
    return { enter: (userId) => gate.enter(pseudonymOf(`user:${userId}`)) }
  })
}

/** Returns the budget of confirm calls, which all instances share. */
export function confirmBudget(): ConfirmBudget {
  return processSingleton('confirm budget', () =>
    createConfirmBudget({
      callsPerMinute: config().confirmBudgetPerMinute,
      shared: store().isShared ? store() : undefined,
      instances: config().instances,
    }),
  )
}

export const limitArrival = (address: string): Promise<RateDecision> => counted('arrivals', address)
export const limitSignIn = (address: string): Promise<RateDecision> => counted('sign-ins', address)

/**
 * Counts a successful sign-in before its session is created.
 *
 * @param account - the account. `people` is part of it because users and staff may have the same IDs.
 */
export function limitAccount({ people, id }: { people: string; id: string }): Promise<RateDecision> {
  return counted('accounts', `account:${people}:${id}`)
}

const pseudonymOf = (who: string) => createHmac('sha256', config().hold.password).update(who).digest('base64url')

/** Returns the client address by TRUSTED_PROXY_HOPS. A client can affect it only through CLIENT_ADDRESS_HEADER. */
export function requestAddress(headers: Pick<Headers, 'get'>): string {
  const { trustedProxyHops, clientAddressHeader } = config()
  return clientAddress({
    socketAddress: headers.get(connectionAddressHeader) ?? '',
    forwardedFor: headers.get(clientAddressHeader),
    hops: trustedProxyHops,
  })
}

/** Counts under a pseudonym, because the name of a key in Redis shows in more places than its value. */
async function counted(name: keyof typeof bounds, who: string): Promise<RateDecision> {
  const decision = await limitOf(name).spend(pseudonymOf(who))
  if (!decision.isAllowed) countLimit(name)
  return decision
}

function limitOf(name: keyof typeof bounds): RateLimit {
  return processSingleton(`limit of ${name}`, () =>
    rateLimit({ name: `${keyPrefix()}limit:${name}`, ...bounds[name], connection: redisConnection() }),
  )
}
