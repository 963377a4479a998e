import { setTimeout as sleep } from 'node:timers/promises'
import { connectPageState } from '@/lib/connect/page-state'
import { isFinal, outcomeOf } from '@/lib/connect/outcome'
import { confirmErrorKind, serviceError, type ServiceAccess } from '@/lib/service'
import { walletAddress } from '../harness/people'
import type { Fault } from '../harness/fault-proxy'
import type { StandInControl } from '../stand-in/control/client'
import { Browser, startInstance, type Instance, type Pressed } from './instance'
import type { Lane } from './lane'
import { httpAnswer, type MadeAnswer, type Scenario, type ServiceFault } from './scenario'

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

export const newTally = (): Tally => ({
  runs: 0,
  presses: 0,
  calls: 0,
  faults: new Map(),
  checks: new Map(),
  outcomes: new Map(),
  connected: 0,
  idempotencyKeys: new Set(),
})

/** The resources of a run: a separate lane, and the service. */
interface RunParts {
  lane: Lane
  control: StandInControl
  service: { subnetId: string; apiKey: string }
  tally: Tally
}

let runs = 0

/**
 * Runs a scenario, and then presses once more without faults.
 *
 * @throws Error that names the broken invariant
 */
export async function run(scenario: Scenario, { lane, control, service, tally }: RunParts): Promise<void> {
  await lane.heal()
  const { request_id: requestId, nonce } = await control.pressConnect()
  const name = (runs += 1)
  const secrets = new Secrets([service.apiKey, nonce])
  const outputs: string[] = []
  let presses = 0
  let calls = 0
  let paid = 0
  let mayHaveEnded = false

  const hold = (invariant: Invariant, isHeld: boolean, what: string) => {
    tally.checks.set(invariant, (tally.checks.get(invariant) ?? 0) + 1)
    if (!isHeld) throw new Error(`Broken: ${invariant}. ${what}`)
  }

  lane.service.onAnswer = (bytes) => secrets.lookIn(bytes)
  lane.service.onRequest = (bytes) => {
    calls += 1
    tally.calls += 1
    const key = /\r\nidempotency-key: ([^\r]+)/i.exec(bytes)?.[1] ?? ''
    const isNew = key !== '' && !tally.idempotencyKeys.has(key)
    tally.idempotencyKeys.add(key)
    if (!isNew) reused = key || '(none)'
  }
  let reused: string | undefined

  const browser = new Browser()
  const access: ServiceAccess = { ...service, baseUrl: lane.serviceUrl, names }
  const instances = ([0, 1] as const).map((index) =>
    startInstance({
      access,
      userId: `user-${name}`,
      callsPerMinute: scenario.callsPerMinute,
      clockSkewMs: scenario.clockSkewMs[index],
      connection: scenario.hasRedis ? lane.redis.connections[index] : undefined,
      prefix: `faults:${process.pid}:${name}:`,
      onAttempt: (attempt) => outputs.push(JSON.stringify(attempt)),
      onPaid: () => (paid += 1),
    }),
  )
  const instanceOf = (index: 0 | 1): Instance => {
    const instance = instances[index]
    if (!instance) throw new Error('There are two instances.')
    return instance
  }

  let isConnected = false
  const press = async (index: 0 | 1, deadlineMs: number): Promise<Pressed> => {
    tally.presses += 1
    presses += 1
    const instance = instanceOf(index)
    const pressed = await instance.press(browser, { requestId, walletAddress, deadlineMs }).catch((error: unknown) => {
      throw new Error(`Broken: every run ends in an outcome. A press threw.`, { cause: error })
    })
    hold('every run ends in an outcome', true, '')
    tally.outcomes.set(pressed.kind, (tally.outcomes.get(pressed.kind) ?? 0) + 1)
    if (pressed.kind === 'confirmed') {
      isConnected = true
      const { returnUrl } = pressed
      const hasCode = secrets.codes().some((code) => returnUrl.includes(code))
      hold('no redirect without an auth_code', hasCode && /^https?:/.test(returnUrl), returnUrl)
    } else outputs.push(JSON.stringify(pressed))
    return pressed
  }

  async function checkHold(instance: Instance): Promise<void> {
    const links = await instance.links(browser)
    const link = links.find((candidate) => candidate.requestId === requestId)
    const state = connectPageState(links, {
      lockedWallet: null,
      proof: 'optional',
      now: instance.now(),
    })
    outputs.push(JSON.stringify(state), ...browser.values.values())
    if (isConnected) return
    const isKept = link?.status === 'open' || (mayHaveEnded && link?.status === 'ended')
    hold('no hold lost without success', isKept, `The link is ${link?.status ?? 'gone'}, the page ${state.kind}.`)
  }

  await instanceOf(0).arrive(browser, { requestId, nonce })
  for (const plan of scenario.presses) {
    lane.service.nextFault = taken(plan.service, (fault) => {
      const prepared = prepare(fault, secrets, { nonce, apiKey: service.apiKey })
      if (prepared.mayEnd) mayHaveEnded = true
      return prepared.fault
    })
    if (scenario.hasRedis) lane.redis.proxy.nextFault = taken(plan.redis, (fault) => fault)
    const other = plan.instance === 0 ? 1 : 0
    const times = plan.isTwice ? [1, 2] : [1]
    await Promise.all(times.map(() => press(plan.instance, plan.deadlineMs)))
    await lane.heal()
    await checkHold(instanceOf(other))
  }

  let waitMs = 0
  while (!isConnected && waitMs <= longestWaitMs) {
    await sleep(waitMs)
    const pressed = await press(0, 10_000)
    if (pressed.kind === 'nothing') break
    if (pressed.kind === 'confirmed') break
    if (mayHaveEnded && isFinal(pressed)) break
    hold('connected once nothing is broken', pressed.kind === 'wait', JSON.stringify(pressed))
    waitMs = pressed.kind === 'wait' ? Math.max(pressed.until - Date.now(), 0) + 5 : 0
  }
  if (isConnected) hold('connected once nothing is broken', true, '')
  await checkHold(instanceOf(1))

  hold('every Idempotency-Key new', reused === undefined, `${reused} came again.`)
  const mayCall = Math.min(paid, presses * attemptsOfPress)
  hold('no more than the allowed attempts', calls <= mayCall, `${calls} calls were made, ${mayCall} were allowed.`)
  const found = secrets.all().filter((secret) => outputs.some((output) => output.includes(secret)))
  hold('no secret in any output', found.length === 0, `Found ${found.join(' ')} in ${outputs.join('\n')}`)
  tally.runs += 1
  if (isConnected) tally.connected += 1
}

const names = { signature: 'signature', from: '', until: '', page: '', limit: '', address: '' }

/** Makes a function that returns each fault once, in order, and then undefined. */
function taken<Given>(faults: readonly Given[], prepare: (fault: Given) => Fault): () => Fault | undefined {
  const left = [...faults]
  return () => {
    const next = left.shift()
    return next === undefined ? undefined : prepare(next)
  }
}

/** The secrets that a run must not reveal: the key, the nonce, and each observed code. */
class Secrets {
  #seen = ''
  readonly #codes = new Set<string>()
  constructor(private readonly known: readonly string[]) {}

  lookIn(bytes: string): void {
    // A code may arrive in two pieces.
    this.#seen = (this.#seen + bytes).slice(-4000)
    for (const [, code = ''] of this.#seen.matchAll(/"auth_code":"([^"]+)"/g)) this.#codes.add(code)
  }

  newCode(): string {
    const code = `ac-made-${Math.random().toString(36).slice(2).padEnd(12, 'x')}`
    this.#codes.add(code)
    return code
  }

  codes = () => [...this.#codes]
  all = () => [...this.known, ...this.#codes]
}

/** Replaces the placeholders with the values of this run, and reports whether the answer is a final refusal. */
function prepare(
  fault: ServiceFault,
  secrets: Secrets,
  { nonce, apiKey }: { nonce: string; apiKey: string },
): { fault: Fault; mayEnd: boolean } {
  if (!('made' in fault)) return { fault, mayEnd: false }
  const { made, isHeard, kind } = fault
  const text = textOf(made)
  const code = text.includes('{code}') ? secrets.newCode() : ''
  const body = text.replaceAll('{code}', code).replaceAll('{nonce}', nonce).replaceAll('{key}', apiKey)
  const headers = {
    'Content-Type': 'application/json',
    ...(made.status === 429 ? { 'Retry-After': made.retryAfter ?? '1' } : {}),
  }
  return {
    fault: { kind, isHeard, answer: httpAnswer({ status: made.status, body, headers }) },
    mayEnd: mayEndLink(made),
  }
}

const textOf = ({ body }: MadeAnswer) => (typeof body === 'string' ? body : JSON.stringify(body))

/** Checks whether an answer may be a final refusal of the service ("Errors"). */
function mayEndLink({ status, body }: MadeAnswer): boolean {
  const reason = typeof body === 'object' && body !== null && 'reason' in body ? String(body['reason']) : undefined
  const text = typeof body === 'object' && body !== null && 'error' in body ? String(body['error']) : undefined
  const kind = confirmErrorKind({ status, reason, text })
  const refusal = serviceError('confirmConnection', {
    name: 'ServiceRefusedError',
    kind,
    status,
    reason,
    serviceText: text,
  })
  return isFinal(outcomeOf(refusal, { message: null, code: null }))
}
