import { gatedConfirm } from '@/lib/connect/gated-confirm'
import { readLinks, writeLinks, type LinkCookies } from '@/lib/connect/browser-links'
import type { ConfirmAttempt } from '@/lib/connect/confirm'
import { arriveLink, isOpen, linksVisibleTo, type Link } from '@/lib/connect/link'
import { sealedLinkStore, sharedLinkStore, type LinkStore } from '@/lib/connect/link-store'
import { linksAfterPress, pressConnect, type ConfirmedPress, type PressOutcome } from '@/lib/connect/press'
import { singleFlight } from '@/lib/connect/single-flight'
import { circuit } from '@/lib/limits/circuit'
import { insuredBudget, planOf, type ConfirmBudget } from '@/lib/limits/confirm-budget'
import { confirmGate, type ConfirmGate } from '@/lib/limits/confirm-gate'
import { finalRefusals } from '@/lib/limits/final-refusals'
import { processBudget } from '@/lib/limits/process-budget'
import { rateLimit } from '@/lib/limits/rate-limit'
import { redisBudget } from '@/lib/limits/redis-budget'
import type { ServiceAccess } from '@/lib/service'
import { processStore } from '@/lib/store/process-store'
import type { RedisConnection } from '@/lib/store/redis-connection'
import { redisStore } from '@/lib/store/redis-store'
import { StoreUnavailableError } from '@/lib/store/store'

/*
 * The app's side of a press, put together from its own parts as `app/connect/confirm` does, without a server around
 * it: thousands of runs are over in seconds so.
 */

export const passwords = { current: 'p'.repeat(40), previous: undefined }

/** A user's browser. */
export class Browser implements LinkCookies {
  readonly values = new Map<string, string>()
  all = () => [...this.values].map(([id, value]) => ({ id, value }))
  set = (id: string, value: string) => void this.values.set(id, value)
  remove = (id: string) => void this.values.delete(id)
}

/** What came of a press. `busy`: the store of links was away, and the page says so. `nothing`: no link is held. */
export type Pressed = PressOutcome | { kind: 'busy' } | { kind: 'nothing' }

export interface Instance {
  arrive(browser: Browser, link: { requestId: string; nonce: string }): Promise<void>
  press(browser: Browser, press: { requestId: string; walletAddress: string; deadlineMs: number }): Promise<Pressed>
  links(browser: Browser): Promise<Link[]>
  now(): number
}

interface InstanceOptions {
  access: ServiceAccess
  userId: string
  callsPerMinute: number
  clockSkewMs: number
  /** Undefined where there is no Redis, and links are in cookies. */
  connection: RedisConnection | undefined
  /** Begins the keys in Redis. */
  prefix: string
  onAttempt: (attempt: ConfirmAttempt) => void
  /** Hears of each call that the budget has been asked for and has allowed. */
  onPaid: () => void
}

export function startInstance(options: InstanceOptions): Instance {
  const { access, userId, clockSkewMs, connection, prefix, onAttempt } = options
  const store = connection ? redisStore(connection, prefix) : processStore()
  const linkStore: LinkStore = connection ? sharedLinkStore(store, passwords) : sealedLinkStore(passwords)
  const gate = gateOf(options)
  const inProcess = singleFlight<ConfirmedPress>()
  const now = () => Date.now() + clockSkewMs
  const linksOf = async (browser: Browser) => linksVisibleTo(await readLinks(browser, linkStore, now()), userId)

  return {
    now,
    links: linksOf,
    async arrive(browser, link) {
      const changes = arriveLink(await linksOf(browser), link, { userId, now: now() })
      await writeLinks(browser, linkStore, { ...changes, now: now() })
    },
    async press(browser, { requestId, walletAddress, deadlineMs }) {
      const links = await unlessAway(() => linksOf(browser))
      if (!links) return { kind: 'busy' }
      const link = links.find((candidate) => candidate.requestId === requestId)
      if (!link || !isOpen(link, now())) return { kind: 'nothing' }
      const outcome = await pressConnect(
        { walletAddress, signature: '', walletName: '' },
        { link, lockedAddress: undefined, isProofRequired: false },
        {
          confirm: (wallet) => {
            const key = `${userId} ${link.digest} ${wallet.walletAddress}`
            const request = { requestId, nonce: link.nonce, subnetUserId: 'a-user', ...wallet }
            const calls = { access, deadlineMs, initialDelayMs: 1, onAttempt }
            const work = async () => ({
              outcome: await gatedConfirm(gate, { userId, request, options: calls }),
              code: 'CODE',
            })
            return inProcess(key, work)
          },
          onProofRefused: () => {},
        },
      )
      await unlessAway(async () => {
        const changes = linksAfterPress(await linksOf(browser), link.id, outcome, now())
        await writeLinks(browser, linkStore, { ...changes, now: now() })
      })
      return outcome
    },
  }
}

function gateOf({ callsPerMinute, connection, prefix, onPaid }: InstanceOptions): ConfirmGate {
  const own = processBudget(planOf(callsPerMinute))
  const shared = connection && redisBudget(connection, prefix, planOf(callsPerMinute))
  return confirmGate({
    refusals: finalRefusals({
      store: connection ? redisStore(connection, prefix) : processStore(),
      hashKey: 'key',
      lifetimeMs: 60_000,
    }),
    attempts: rateLimit({ name: `${prefix}attempts`, times: 5, seconds: 60, connection }),
    circuit: circuit({ maxFailures: 3, firstPauseMs: 30, maxPauseMs: 100 }),
    budget: counted(shared ? insuredBudget(shared, own) : own, onPaid),
    maxUnderWay: 50,
    hashKey: 'key',
  })
}

function counted(budget: ConfirmBudget, onPaid: () => void): ConfirmBudget {
  return {
    ...budget,
    async press(user) {
      const turn = await budget.press(user)
      if (turn.isDue) onPaid()
      return turn
    },
    async spendSpare() {
      const isSpent = await budget.spendSpare()
      if (isSpent) onPaid()
      return isSpent
    },
  }
}

export async function unlessAway<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreUnavailableError) return undefined
    throw error
  }
}
