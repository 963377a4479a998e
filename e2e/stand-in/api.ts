import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { readText, type App, type AppContext, type Env } from './http'
import { authorize } from './operations/authorize'
import { balances } from './operations/balances'
import { confirm } from './operations/confirm'
import { conversions } from './operations/conversions'
import { Refused, type Answer, type Call, type Operation } from './operations/operation'
import { pending } from './operations/pending'
import { resources } from './operations/resources'
import { upload } from './operations/upload'
import { applyChange, deliver } from './scripted'
import type { OnStep } from './settings'
import type { StandInState } from './state'

/** The path of the base URL. A wrong client would drop it. */
export const basePath = '/api/v1'

const operations: readonly Operation[] = [pending, confirm, conversions, balances, upload, resources]

/** Makes the routes of the operations, with authorization, scripted answers and records. */
export function api(state: StandInState, onStep: OnStep): App {
  const app = new Hono<Env>()
  for (const operation of operations) {
    app.on(operation.method, operation.path, (c) => serve(operation, state, c, onStep))
  }
  return app
}

async function serve(operation: Operation, state: StandInState, c: AppContext, onStep: OnStep): Promise<Response> {
  const { incoming, outgoing } = c.env
  const record = c.get('record')
  record.operation = operation.name

  const call: Call = {
    state,
    query: new URL(c.req.url).searchParams,
    incoming,
    body: operation.body === 'json' ? await readText(incoming) : null,
    // Record the key before any scripted answer, because an attempt with a lost answer has also used its key.
    repeatsIdempotencyKey: usesAgain(state, incoming.headers['idempotency-key']),
    record,
  }
  record.body = call.body

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
  const answer = await answerTo(operation, call, subnetId)
  record.status = answer.status
  onStep(`${operation.name} call received: ${answer.status}`)
  return c.body(JSON.stringify(answer.body), answer.status as ContentfulStatusCode, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...answer.headers,
  })
}

async function answerTo(operation: Operation, call: Call, subnetId: string): Promise<Answer> {
  const { state } = call
  const refused = authorize(operation, state, call.incoming, subnetId)
  if (refused) return refused

  const answer = await (async () => operation.handle(call))().catch((error: unknown) => {
    if (error instanceof Refused) return error.answer
    throw error
  })
  const succeeded = answer.status < 300 || 'auth_code' in answer.body
  const change = succeeded ? state.changes.take(operation.name) : undefined
  return change ? { ...answer, body: applyChange(answer.body, change, state.origin) } : answer
}

function usesAgain(state: StandInState, header: string | string[] | undefined): boolean {
  const key = String(header ?? '')
  const seen = key !== '' && state.idempotencyKeys.has(key)
  state.idempotencyKeys.add(key)
  return seen
}
