import { confirm, type ConfirmAttempt, type ConfirmEnd } from '@/lib/connect/confirm'
import { changeLinks, readHold } from '@/lib/connect/hold-cookie'
import {
  arriveLink,
  forgetConfirmed,
  isOpen,
  keepOutcome,
  linksVisibleTo,
  type Link,
  type VisibleLink,
} from '@/lib/connect/link'
import type { Outcome } from '@/lib/connect/outcome'
import { checkPress } from '@/lib/connect/press'
import { createConfirmBudget, type ConfirmBudget } from '@/lib/limits/confirm-budget'
import { confirmGate, rateLimit, type ConfirmGate } from '@/lib/limits'
import type { ServiceAccess } from '@/lib/service'
import type { RedisConnection } from '@/lib/store/redis-connection'
import { redisStore } from '@/lib/store/redis-store'

/*
 * The app's side of a press. It calls the same functions as `app/connect/confirm`, but runs without a server, so that
 * thousands of runs take only seconds.
 */

const passwords = { current: 'p'.repeat(40), previous: undefined }

/** A user's browser. */
export class Browser {
  readonly values = new Map<string, string>()
  readonly cookies = {
    all: () => [...this.values].map(([name, value]) => ({ name, value })),
    set: (name: string, value: string) => void this.values.set(name, value),
    remove: (name: string) => void this.values.delete(name),
  }
}

/** The result of a press. `nothing` means that the app holds no link. */
export type Pressed = Outcome | { kind: 'nothing' }

export interface Instance {
  arrive(browser: Browser, link: { requestId: string; nonce: string }): Promise<void>
  press(browser: Browser, press: { requestId: string; walletAddress: string; deadlineMs: number }): Promise<Pressed>
  links(browser: Browser): Promise<VisibleLink[]>
  now(): number
}

interface InstanceOptions {
  access: ServiceAccess
  userId: string
  callsPerMinute: number
  clockSkewMs: number
  /** Undefined without Redis. */
  connection: RedisConnection | undefined
  /** The prefix of the keys in Redis. */
  prefix: string
  onAttempt: (attempt: ConfirmAttempt) => void
  /** The instance calls it before each call to the service that the budget allows. */
  onPaid: () => void
}

export function startInstance(options: InstanceOptions): Instance {
  const { access, userId, clockSkewMs, onAttempt } = options
  const gate = gateOf(options)
  const inFlight = new Map<string, Promise<ConfirmEnd>>()
  const now = () => Date.now() + clockSkewMs
  const cookiesOf = ({ cookies }: Browser) => ({ ...cookies, passwords, now: now() })
  const linksOf = async (browser: Browser) => {
    const { links } = await readHold(cookiesOf(browser))
    return linksVisibleTo(links, userId, now())
  }

  return {
    now,
    links: linksOf,
    async arrive(browser, link) {
      const arrival = { isFromService: false, userId, now: now() }
      await changeLinks(null, (links) => arriveLink(links, link, arrival), cookiesOf(browser))
    },
    async press(browser, { requestId, walletAddress, deadlineMs }) {
      const link = (await linksOf(browser)).find((candidate) => candidate.requestId === requestId)
      if (!link || !isOpen(link, now())) return { kind: 'nothing' }
      const press = { walletAddress, signature: '', walletName: '' }
      const checked = checkPress(press, { link, lockedAddress: undefined, isProofRequired: false, isPhone: false })
      let outcome: Outcome
      if (checked.ok) {
        const key = `${userId} ${link.digest} ${checked.walletAddress}`
        const request = { requestId, nonce: link.nonce, subnetUserId: 'a-user', walletAddress: checked.walletAddress }
        const options = { gate, userId, code: 'CODE', access: { ...access, deadlineMs }, initialDelayMs: 1, onAttempt }
        const call = inFlight.get(key) ?? confirm(request, options).finally(() => inFlight.delete(key))
        inFlight.set(key, call)
        outcome = (await call).outcome
      } else {
        outcome = checked.outcome
      }
      const { entered } = checked
      const changesOf = (links: Link[]) =>
        outcome.kind === 'confirmed'
          ? forgetConfirmed(links, link, now())
          : keepOutcome(links, link.id, { outcome, entered, now: now() })
      await changeLinks(userId, changesOf, cookiesOf(browser))
      return outcome
    },
  }
}

function gateOf({ callsPerMinute, connection, prefix, onPaid }: InstanceOptions): ConfirmGate {
  const shared = connection && redisStore(connection, prefix)
  return confirmGate({
    attempts: rateLimit({ name: `${prefix}attempts`, times: 5, seconds: 60, connection }),
    budget: counted(createConfirmBudget({ callsPerMinute, shared }), onPaid),
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
