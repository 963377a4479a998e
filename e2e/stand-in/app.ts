import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { dateTime } from './clock'
import { control } from './control/server'
import { readText, type App, type AppContext, type Env, type ReceivedRequest } from './http'
import { confirm } from './operations/confirm'
import { lists } from './operations/lists'
import { authorize, Refused, type Answer, type Call, type Operation } from './operations/operation'
import { upload } from './operations/upload'
import { mountPages } from './pages'
import { applyChange, deliver } from './scripted'
import type { OnStep } from './settings'
import type { StandInState } from './state'

export const controlPath = '/control'
/** The path of the base URL. A wrong client would drop it. */
export const basePath = '/api/v1'

/** The number of requests to keep, so that a load test does not fill the memory. */
const keptRequests = 2000

/** Makes the whole service as one web app, with operations, pages and control routes. */
export function createApp(state: StandInState, onStep: OnStep): App {
  const app = new Hono<Env>()
  app.onError((error, c) => c.json({ error: `Internal error: ${error.message}` }, 500))
  app.notFound((c) => c.json({ error: 'Not found' }, 404))

  // Add the control routes before the recorder, so that it does not record their requests.
  app.route(controlPath, control(state))
  app.use(async (c, next) => {
    const record: ReceivedRequest = {
      at: dateTime(state.clock.now()),
      operation: null,
      method: c.req.method,
      path: c.req.path,
      target: c.env.incoming.url ?? '',
      headers: c.req.header(),
      body: null,
      upload: null,
      status: null,
    }
    c.set('record', record)
    state.received.push(record)
    if (state.received.length > keptRequests) state.received.shift()
    await next()
    // An operation records its status itself, because a scripted answer bypasses this line.
    if (record.operation === null) record.status = c.res.status
  })

  mountPages(app, state, onStep)
  for (const operation of [confirm, upload, ...lists]) {
    const path = `${basePath}/subnets/:subnet_id${operation.path}`
    app.on(operation.method, path, (c) => serve(operation, state, c, onStep))
  }
  return app
}

/** Serves an operation, with authorization, scripted answers and records. */
async function serve(operation: Operation, state: StandInState, c: AppContext, onStep: OnStep): Promise<Response> {
  const { incoming, outgoing } = c.env
  const record = c.get('record')
  record.operation = operation.name
  record.body = operation.readsJson ? await readText(incoming) : null

  // Record the key before any scripted answer, because an attempt with a lost answer has also used its key.
  const key = String(incoming.headers['idempotency-key'] ?? '')
  const repeatsIdempotencyKey = key !== '' && state.idempotencyKeys.has(key)
  state.idempotencyKeys.add(key)
  const query = new URL(c.req.url).searchParams
  const call: Call = { state, query, incoming, body: record.body, repeatsIdempotencyKey, record }
  const subnetId = c.req.param('subnet_id') ?? ''

  const script = state.scripts.take(operation.name)
  if (script) {
    if (script.after === 'handle') await answerTo(operation, call, subnetId)
    record.status = await deliver(script, outgoing)
    onStep(`${operation.name} call received: ${record.status ?? 'answer dropped'}`)
    return RESPONSE_ALREADY_SENT
  }

  const { readDelayMs } = state.settings.quirks
  if (operation.method === 'GET' && readDelayMs > 0) await sleep(readDelayMs)
  const { status, body, headers } = await answerTo(operation, call, subnetId)
  record.status = status
  onStep(`${operation.name} call received: ${status}`)
  return c.json(body, status as ContentfulStatusCode, { 'Cache-Control': 'no-store', ...headers })
}

async function answerTo(operation: Operation, call: Call, subnetId: string): Promise<Answer> {
  const { state, incoming } = call
  let answer: Answer
  try {
    authorize(operation, state, incoming, subnetId)
    answer = await operation.handle(call)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { status, message, extra, headers } = error
    answer = { status, body: { error: message, ...extra }, headers }
  }
  const succeeded = answer.status < 300 || 'auth_code' in answer.body
  const change = succeeded ? state.changes.take(operation.name) : undefined
  return change ? { ...answer, body: applyChange(answer.body, change, state.origin) } : answer
}
