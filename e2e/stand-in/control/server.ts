import { once } from 'node:events'
import { Hono } from 'hono'
import { hourInMs } from '../clock'
import { accountOf, type Account } from '../connect'
import { taskRunRecord } from '../data/task-runs'
import { resourcesOf, userId, walletsOf } from '../data/users'
import type { App, Env, OperationName } from '../http'
import { secret } from '../ids'
import { allRuns } from '../operations/lists'
import { connectUrlProblem, type SettingsChange } from '../settings'
import { OperationQueue, type AdminClaims, type StandInState } from '../state'
import type { PressedConnect, ScriptedAnswer, SuccessChange } from './messages'

export type Actions = ReturnType<typeof actionsOf>

/** Serves `actionsOf`. A request posts the arguments of a function to its name, as JSON in an array. */
export function control(state: StandInState): App {
  const app = new Hono<Env>()
  for (const [name, action] of Object.entries(actionsOf(state))) {
    app.post(`/${name}`, async (c) => {
      const args = (await c.req.json<unknown[]>()).map((arg) => arg ?? undefined)
      try {
        return c.json((await (action as (...args: unknown[]) => unknown)(...args)) ?? null)
      } catch (error) {
        return c.json({ error: String(error) }, 422)
      }
    })
  }
  return app
}

/** The functions with which tests control and inspect the stand-in. */
const actionsOf = (state: StandInState) => ({
  /** Resets the stand-in to its start: clock, requests, connections, scripts, settings. */
  reset: () => state.reset(),

  /** Queues an answer for the next call of the operation. */
  script(operation: OperationName, answer: ScriptedAnswer): void {
    state.scripts.add(operation, { ...answer, released: once(state.releases, 'released') })
  },
  /** Releases the waiting scripted answers, including answers to calls that have not arrived yet. */
  release: () => void state.releases.emit('released'),
  clearScripts: () => void (state.scripts = new OperationQueue()),
  /** Changes the body of the operation's next real successful answer. */
  changeSuccess: (operation: OperationName, change: SuccessChange) => state.changes.add(operation, { ...change }),

  /** Returns the latest 2,000 received requests, oldest first, optionally of one operation. */
  received: (operation?: OperationName) =>
    operation ? state.received.filter((request) => request.operation === operation) : state.received,
  clearReceived: () => void (state.received = []),

  set({ names, data, quirks, ...others }: SettingsChange): void {
    const problem = connectUrlProblem(others.connectUrl ?? state.settings.connectUrl)
    if (problem) throw new Error(problem)
    const { settings } = state
    Object.assign(settings, others)
    Object.assign(settings.names, names)
    Object.assign(settings.quirks, quirks)
    Object.assign(settings.data, data)
  },
  /** Moves the stand-in's time forward. */
  advanceClock: (ms: number) => state.clock.advance(ms),

  /** Presses Connect without the profile page. */
  pressConnect(account: Account['id'] = 'alice'): PressedConnect {
    const request = state.requests.press(accountOf(account))
    return { request_id: request.id, nonce: request.nonce, link: state.connectLink(request) }
  },
  /** Returns the connect requests, without nonce and code. */
  requests: () =>
    state.requests.list().map(({ id, confirmation }) => ({
      request_id: id,
      wallet_address: confirmation?.address ?? null,
      proven: confirmation?.proven ?? false,
    })),
  /** Makes a request, or its code, expire now. */
  expire(requestId: string, what: 'request' | 'code' = 'request'): void {
    const request = state.requests.find(requestId)
    if (!request) throw new Error('request_id: is unknown')
    const now = state.clock.now()
    if (what === 'request') request.expiresAt = now
    else if (request.confirmation) request.confirmation.codeExpiresAt = now
  },
  connections: () => state.connections.list(),

  /** Returns every current task run, including finished ones. */
  taskRuns: () => allRuns(state).map((run) => taskRunRecord(run, state.clock.now())),
  /** Returns the messages that the operator's own system has received. */
  webhooks: () => state.webhooks,
  /** Returns the accepted batches. */
  uploads: () => state.uploads,
  /** Returns a user of the seeded data by number, from 0, in the order of balances. */
  user: (number: number) => ({
    user_id: userId(state.settings.data, number),
    wallets: walletsOf(state.settings.data, number),
    resources: resourcesOf(state.settings.data, number).length,
  }),
  /**
   * Issues a JWT of the dashboard. The interface does not define its claims, so it has only the form of one.
   *
   * @default for an admin of the subnet, valid for an hour
   */
  issueJwt(claims: Partial<AdminClaims> = {}): string {
    const jwt = `e30.e30.${secret(32)}`
    const usual = { subnetId: state.registration.subnetId, role: 'subnet_admin', lifeMs: hourInMs } as const
    state.jwts.set(jwt, { ...usual, ...claims })
    return jwt
  },
  /** Returns another subnet with a valid key, for calls to a foreign subnet. */
  otherSubnet: () => state.otherSubnet,
})
