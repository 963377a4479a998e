import { Hono } from 'hono'
import type { z } from 'zod'
import { dateTime } from '../clock'
import { accounts, findAccount } from '../connect/accounts'
import type { ConnectRequest } from '../connect/requests'
import { resourcesOf } from '../data/resources'
import { taskRunRecord } from '../data/task-runs'
import { userId, walletsOf } from '../data/users'
import { parseJson, readText, route, type App, type AppContext, type Env } from '../http'
import { allRuns } from '../operations/pending'
import { connectUrlProblem } from '../settings'
import type { StandInState } from '../state'
import {
  clockAdvance,
  connectPress,
  expiry,
  jwtWish,
  scriptedAnswer,
  settingsChange,
  successChange,
  type ConnectRequestView,
  type PressedConnect,
  type SettingsChange,
  type UserView,
} from './messages'

/** Makes the control routes, with which tests control and inspect the stand-in. */
export function control(state: StandInState): App {
  const app = new Hono<Env>()
  const done = (c: AppContext) => c.body(null, 204)

  route(app, '/reset', { POST: (c) => (state.reset(), done(c)) })
  route(app, '/answers', {
    POST: withBody(scriptedAnswer, (c, answer) => {
      state.scripts.add({ ...answer, released: state.release.next })
      return done(c)
    }),
    DELETE: (c) => (state.scripts.reset(), done(c)),
  })
  route(app, '/release', { POST: (c) => (state.release.now(), done(c)) })
  route(app, '/changes', {
    POST: withBody(successChange, (c, change) => (state.changes.add(change), done(c))),
  })
  route(app, '/received', {
    GET: (c) => c.json(state.received.list()),
    DELETE: (c) => (state.received.reset(), done(c)),
  })
  route(app, '/settings', {
    PATCH: withBody(settingsChange, (c, change) => {
      const problem = changeSettings(state, change)
      return problem ? c.json({ error: problem }, 422) : done(c)
    }),
  })
  route(app, '/clock', {
    POST: withBody(clockAdvance, (c, { advanceMs }) => (state.clock.advance(advanceMs), done(c))),
  })
  route(app, '/connections', { GET: (c) => c.json(state.connections.list()) })
  route(app, '/requests', {
    GET: (c) => c.json(state.requests.list().map(view)),
    POST: withBody(connectPress, (c, { account }) => {
      const request = state.requests.press(findAccount(account) ?? accounts[0])
      const { id, nonce } = request
      const pressed: PressedConnect = { request_id: id, nonce, link: state.connectLink(request) }
      return c.json(pressed, 201)
    }),
  })
  route(app, '/requests/:id/expire', {
    POST: withBody(expiry, (c, { what }) => {
      const request = state.requests.find(c.req.param('id') ?? '')
      if (!request) return c.json({ error: 'request_id: is unknown' }, 404)
      state.requests.expire(request, what)
      return done(c)
    }),
  })
  route(app, '/task-runs', {
    GET: (c) => c.json(allRuns(state).map((run) => taskRunRecord(run, state.clock.now()))),
  })
  route(app, '/webhooks', { GET: (c) => c.json(state.webhooks.list()) })
  route(app, '/uploads', { GET: (c) => c.json(state.uploads.batches) })
  route(app, '/users/:number{[0-9]+}', {
    GET: (c) => c.json(user(state, Number(c.req.param('number')))),
  })
  route(app, '/jwts', {
    POST: withBody(jwtWish, (c, { subnetId = state.registration.subnetId, role, lifeMs }) =>
      c.json({ jwt: state.jwts.issue({ subnet_id: subnetId, role, lifeMs }) }, 201),
    ),
  })
  route(app, '/other-subnet', { GET: (c) => c.json(state.otherSubnet) })
  return app
}

function changeSettings(state: StandInState, change: SettingsChange): string | null {
  const { connectUrl, names, data, rate, quirks, keyCreatorIsAdmin, webhookStatus } = change
  if (connectUrl !== undefined) {
    const problem = connectUrlProblem(connectUrl)
    if (problem) return problem
    state.settings.connectUrl = connectUrl
  }
  state.settings.names = { ...state.settings.names, ...dropUndefined(names ?? {}) }
  state.settings.data = { ...state.settings.data, ...dropUndefined(data ?? {}) }
  state.settings.quirks = { ...state.settings.quirks, ...dropUndefined(quirks ?? {}) }
  if (rate) state.settings.rate = rate
  if (webhookStatus !== undefined) state.settings.webhookStatus = webhookStatus
  if (keyCreatorIsAdmin !== undefined) state.keys.setAdmin(state.registration.subnetId, keyCreatorIsAdmin)
  return null
}

function user({ settings: { data } }: StandInState, number: number): UserView {
  return {
    user_id: userId(data, number),
    wallets: walletsOf(data, number),
    resources: resourcesOf(data, number).length,
  }
}

function view({ id, account, expiresAt, confirmation }: ConnectRequest): ConnectRequestView {
  return {
    request_id: id,
    account: account.id,
    state: !confirmation ? 'open' : confirmation.codeSpent ? 'completed' : 'confirmed',
    expires_at: dateTime(expiresAt),
    wallet_address: confirmation?.address ?? null,
    proven: confirmation?.proven ?? false,
    subnet_user_id: confirmation?.subnetUserId ?? null,
  }
}

/** Makes a handler with a parsed JSON body. It answers an invalid body with a 422 and every problem. */
function withBody<Schema extends z.ZodType>(
  schema: Schema,
  handle: (c: AppContext, body: z.output<Schema>) => Response | Promise<Response>,
) {
  return async (c: AppContext): Promise<Response> => {
    const parsed = schema.safeParse(parseJson((await readText(c.env.incoming)) || '{}'))
    if (parsed.success) return handle(c, parsed.data)
    const problems = parsed.error.issues.map((it) => `${it.path.join('.')}: ${it.message}`)
    return c.json({ error: problems.join('; ') }, 422)
  }
}

function dropUndefined<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
