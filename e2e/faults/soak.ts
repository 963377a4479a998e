import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { confirm, type ConfirmEnd } from '@/lib/connect/confirm'
import { changeLinks, readHold } from '@/lib/connect/hold-cookie'
import {
  arriveLink,
  forgetConfirmed,
  isOpen,
  keepOutcome,
  linksVisibleTo,
  type Link,
  type LinkChanges,
} from '@/lib/connect/link'
import { isFinal, type Outcome } from '@/lib/connect/outcome'
import { connectPageState } from '@/lib/connect/page-state'
import { checkPress } from '@/lib/connect/press'
import { confirmGate, rateLimit } from '@/lib/limits'
import { createConfirmBudget } from '@/lib/limits/confirm-budget'
import { RedisConnection } from '@/lib/store/redis-connection'
import { redisStore } from '@/lib/store/redis-store'
import { startFaultProxy } from '../harness/fault-proxy'
import { walletAddress } from '../harness/people'
import { standInControl } from '../stand-in/control/client'
import type { StandIn } from '../stand-in/start'
import { prepare, scenarioOfEachKind, scenarios, type Scenario } from './scenario'

/** The time that a user waits at the end, without faults, before the run ends. */
const longestWaitMs = 1500
/** The max number of calls of one press ("Errors"). */
const attemptsOfPress = 3

/** The totals of all runs. */
export interface Tally {
  runs: number
  presses: number
  calls: number
  /** The injected faults by kind. */
  faults: Map<string, number>
  /** The number of checks of each invariant. */
  checks: Map<Invariant, number>
  outcomes: Map<string, number>
  /** The number of runs whose user was connected, during the faults or at the end without faults. */
  connected: number
  /** The keys of all runs. Only one run may use a key. */
  idempotencyKeys: Set<string>
}

type Invariant =
  | 'no redirect without an auth_code'
  | 'no hold lost without success'
  | 'no secret in any output'
  | 'no more than the allowed attempts'
  | 'every Idempotency-Key new'
  | 'every run ends in an outcome'
  | 'connected once nothing is broken'

interface SoakOptions {
  standIn: StandIn
  redisPort: number
  runs: number
  /** The number of runs at a time. */
  lanes: number
  seed: number
  /** Gets the progress every few seconds. */
  onProgress?: (tally: Tally) => void
}

/**
 * Runs confirms with each kind of fault once, divided among the lanes, and then with random faults. Each lane derives its
 * scenarios from `seed` and its number, so the failure of a lane, with its seed, can be reproduced.
 */
export async function soak(options: SoakOptions): Promise<{ tally: Tally; failures: string[] }> {
  const { standIn, redisPort, runs, lanes, seed, onProgress } = options
  await standInControl(standIn.controlUrl).set({ rate: { requests: 1_000_000_000, windowMs: 60_000 } })
  const counts = { faults: new Map(), checks: new Map(), outcomes: new Map(), idempotencyKeys: new Set<string>() }
  const tally: Tally = { runs: 0, presses: 0, calls: 0, connected: 0, ...counts }
  const progress = onProgress && setInterval(() => onProgress(tally), 5000)
  const ofEachKind = scenarioOfEachKind(seed)
  const each = Array.from({ length: lanes }, async (_, index): Promise<string | null> => {
    const lane = await startLane(standIn, redisPort)
    try {
      const property = fc.asyncProperty(scenarios, (scenario) => run(scenario, { lane, standIn, tally }))
      const details = await fc.check(property, {
        numRuns: Math.floor((runs + index) / lanes),
        seed: seed + index,
        examples: ofEachKind.filter((_, kind) => kind % lanes === index).map((scenario) => [scenario]),
      })
      return details.failed ? `${String(details.errorInstance)}\n${fc.defaultReportMessage(details) ?? ''}` : null
    } finally {
      for (const [kind, times] of lane.service.injected) count(tally.faults, kind, times)
      for (const [kind, times] of lane.redis.injected) count(tally.faults, `${kind}, Redis`, times)
      await lane.close()
    }
  })
  try {
    const failures = (await Promise.all(each)).filter((message) => message !== null)
    // Aborted calls may still be open.
    await sleep(50)
    return { tally, failures }
  } finally {
    clearInterval(progress)
  }
}

function count<Name>(counts: Map<Name, number>, name: Name, times = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + times)
}

type Lane = Awaited<ReturnType<typeof startLane>>

/** Starts the connections of two instances to the service and to Redis, each through a proxy that injects faults. */
async function startLane(standIn: StandIn, redisPort: number) {
  const url = new URL(standIn.baseUrl)
  const [service, redis] = [await startFaultProxy(Number(url.port)), await startFaultProxy(redisPort)]
  url.port = String(service.port)
  url.hostname = '127.0.0.1'
  const connect = () => new RedisConnection({ url: `redis://127.0.0.1:${redis.port}`, timeoutMs: 400 })
  const connections = [connect(), connect()] as const
  return {
    service,
    serviceUrl: url.href,
    redis,
    connections,
    /** Stops all faults, and waits until Redis is available again. */
    async heal() {
      for (const proxy of [service, redis]) proxy.nextFault = () => undefined
      for (const connection of connections) {
        const endsAt = Date.now() + 20_000
        while ((await connection.run((client) => client.ping()).catch(() => null)) !== 'PONG') {
          if (Date.now() > endsAt) throw new Error('The connection to Redis has not come back.')
          await sleep(10)
        }
      }
    },
    async close() {
      for (const connection of connections) connection.close()
      await Promise.all([service.close(), redis.close()])
    },
  }
}

let runsBegun = 0

/** Runs a scenario, and then presses once more without faults. @throws Error that names the broken invariant */
async function run(
  scenario: Scenario,
  { lane, standIn, tally }: { lane: Lane; standIn: StandIn; tally: Tally },
): Promise<void> {
  await lane.heal()
  const { apiKey, subnetId } = standIn
  const { request_id: requestId, nonce } = await standInControl(standIn.controlUrl).pressConnect()
  const name = (runsBegun += 1)
  const userId = `user-${name}`
  const secrets = new Set([apiKey, nonce])
  const codes = new Set<string>()
  const outputs: string[] = []
  let [presses, calls, paid] = [0, 0, 0]
  let [mayHaveEnded, isConnected] = [false, false]
  let reused: string | undefined

  const hold = (invariant: Invariant, isHeld: boolean, what = '') => {
    count(tally.checks, invariant)
    if (!isHeld) throw new Error(`Broken: ${invariant}. ${what}`)
  }

  let seen = ''
  lane.service.onAnswer = (bytes) => {
    // A code may arrive in two pieces.
    seen = (seen + bytes).slice(-4000)
    for (const [, code = ''] of seen.matchAll(/"auth_code":"([^"]+)"/g)) codes.add(code)
  }
  lane.service.onRequest = (bytes) => {
    calls += 1
    tally.calls += 1
    const key = /\r\nidempotency-key: ([^\r]+)/i.exec(bytes)?.[1] ?? ''
    if (key === '' || tally.idempotencyKeys.has(key)) reused = key || '(none)'
    tally.idempotencyKeys.add(key)
  }

  const browser = new Map<string, string>()
  const cookies = {
    all: () => [...browser].map(([name, value]) => ({ name, value })),
    set: (name: string, value: string) => void (value === '' ? browser.delete(name) : browser.set(name, value)),
    passwords: { current: 'p'.repeat(40), previous: undefined },
  }

  /** The app's side of a press: the functions that `app/connect/confirm` calls, without a server. */
  const instances = ([0, 1] as const).map((index) => {
    const prefix = `faults:${process.pid}:${name}:`
    const connection = scenario.hasRedis ? lane.connections[index] : undefined
    const shared = connection && redisStore(connection, prefix)
    const budget = createConfirmBudget({ callsPerMinute: scenario.callsPerMinute, shared })
    const gate = confirmGate({
      attempts: rateLimit(`${prefix}attempts`, { times: 5, seconds: 60 }, connection),
      budget: {
        ...budget,
        async press(user) {
          const turn = await budget.press(user)
          if (turn.isDue) paid += 1
          return turn
        },
        async spendSpare() {
          const isSpent = await budget.spendSpare()
          if (isSpent) paid += 1
          return isSpent
        },
      },
    })
    const inFlight = new Map<string, Promise<ConfirmEnd>>()
    const now = () => Date.now() + scenario.clockSkewMs[index]
    const change = (user: string | null, changesOf: (links: Link[]) => LinkChanges) =>
      changeLinks(user, changesOf, { ...cookies, now: now() })
    const links = async () => linksVisibleTo((await readHold({ ...cookies, now: now() })).links, userId, now())
    return {
      now,
      links,
      arrive: () =>
        change(null, (links) => arriveLink(links, { requestId, nonce }, { isFromService: false, userId, now: now() })),
      /** Undefined if the app holds no link. */
      async press(deadlineMs: number): Promise<Outcome | undefined> {
        const link = (await links()).find((candidate) => candidate.requestId === requestId)
        if (!link || !isOpen(link, now())) return undefined
        const press = { walletAddress, signature: '', walletName: '' }
        const checked = checkPress(press, { link, lockedAddress: undefined, isProofRequired: false, isPhone: false })
        let outcome: Outcome
        if (checked.ok) {
          const key = `${userId} ${link.digest} ${checked.walletAddress}`
          const access = { apiKey, subnetId, baseUrl: lane.serviceUrl, names, deadlineMs }
          const onAttempt = (attempt: object) => outputs.push(JSON.stringify(attempt))
          const request = { requestId, nonce: link.nonce, subnetUserId: 'a-user', walletAddress: checked.walletAddress }
          const options = { gate, userId, code: 'CODE', access, initialDelayMs: 1, onAttempt }
          const call = inFlight.get(key) ?? confirm(request, options).finally(() => inFlight.delete(key))
          inFlight.set(key, call)
          outcome = (await call).outcome
        } else outcome = checked.outcome
        const { entered } = checked
        await change(userId, (links) =>
          outcome.kind === 'confirmed'
            ? forgetConfirmed(links, link, now())
            : keepOutcome(links, link.id, { outcome, entered, now: now() }),
        )
        return outcome
      },
    }
  })
  const [one, other] = instances as [(typeof instances)[0], (typeof instances)[0]]

  const press = async (instance: typeof one, deadlineMs: number): Promise<Outcome | undefined> => {
    tally.presses += 1
    presses += 1
    const pressed = await instance.press(deadlineMs).catch((error: unknown) => {
      throw new Error(`Broken: every run ends in an outcome. A press threw.`, { cause: error })
    })
    hold('every run ends in an outcome', true)
    count(tally.outcomes, pressed?.kind ?? 'nothing')
    if (pressed?.kind === 'confirmed') {
      isConnected = true
      const { returnUrl } = pressed
      const hasCode = [...codes].some((code) => returnUrl.includes(code))
      hold('no redirect without an auth_code', hasCode && /^https?:/.test(returnUrl), returnUrl)
    } else outputs.push(JSON.stringify(pressed ?? null))
    return pressed
  }

  async function checkHold(instance: typeof one): Promise<void> {
    const links = await instance.links()
    const link = links.find((candidate) => candidate.requestId === requestId)
    const state = connectPageState(links, { lockedWallet: null, proof: 'optional', now: instance.now() })
    outputs.push(JSON.stringify(state), ...browser.values())
    if (isConnected) return
    const isKept = link?.status === 'open' || (mayHaveEnded && link?.status === 'ended')
    hold('no hold lost without success', isKept, `The link is ${link?.status ?? 'gone'}, the page ${state.kind}.`)
  }

  await one.arrive()
  for (const plan of scenario.presses) {
    const [ofService, ofRedis] = [[...plan.service], [...plan.redis]]
    lane.service.nextFault = () => {
      const next = ofService.shift()
      if (!next) return undefined
      const { fault, mayEnd, code } = prepare(next, { nonce, apiKey })
      if (code !== undefined) codes.add(code)
      mayHaveEnded ||= mayEnd
      return fault
    }
    if (scenario.hasRedis) lane.redis.nextFault = () => ofRedis.shift()
    const [pressed, next] = plan.instance === 0 ? [one, other] : [other, one]
    const times = plan.isTwice ? [1, 2] : [1]
    await Promise.all(times.map(() => press(pressed, plan.deadlineMs)))
    await lane.heal()
    await checkHold(next)
  }

  let waitMs = 0
  while (!isConnected && waitMs <= longestWaitMs) {
    await sleep(waitMs)
    const pressed = await press(one, 10_000)
    if (!pressed || pressed.kind === 'confirmed' || (mayHaveEnded && isFinal(pressed))) break
    hold('connected once nothing is broken', pressed.kind === 'wait', JSON.stringify(pressed))
    waitMs = pressed.kind === 'wait' ? Math.max(pressed.until - Date.now(), 0) + 5 : 0
  }
  if (isConnected) hold('connected once nothing is broken', true)
  await checkHold(other)

  hold('every Idempotency-Key new', reused === undefined, `${reused} came again.`)
  const mayCall = Math.min(paid, presses * attemptsOfPress)
  hold('no more than the allowed attempts', calls <= mayCall, `${calls} calls were made, ${mayCall} were allowed.`)
  const found = [...secrets, ...codes].filter((secret) => outputs.some((output) => output.includes(secret)))
  hold('no secret in any output', found.length === 0, `Found ${found.join(' ')} in ${outputs.join('\n')}`)
  tally.runs += 1
  if (isConnected) tally.connected += 1
}

const names = { signature: 'signature', from: '', until: '', page: '', limit: '', address: '' }
