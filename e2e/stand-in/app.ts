import { Hono } from 'hono'
import { html } from 'hono/html'
import { api, basePath } from './api'
import { dateTime } from './clock'
import { control } from './control/server'
import { plainHeaders, type App, type Env, type ReceivedRequest } from './http'
import { mountCallback } from './pages/callback'
import { page } from './pages/layout'
import { mountProfile } from './pages/profile'
import { mountWebhooks } from './pages/webhooks'
import type { OnStep } from './settings'
import type { StandInState } from './state'

export const controlPath = '/control'

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
    const { incoming } = c.env
    const record: ReceivedRequest = {
      at: dateTime(state.clock.now()),
      operation: null,
      method: incoming.method ?? '',
      path: c.req.path,
      target: incoming.url ?? '',
      headers: plainHeaders(incoming),
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

  app.get('/', (c) => c.redirect('/profile', 303))
  mountProfile(app, state, onStep)
  mountCallback(app, state, onStep)
  // A page at every path, for redirects that a test compares byte by byte.
  app.all('/landing/*', (c) => page(c, { title: 'Landed', body: html`<h1>Landed</h1>` }))
  mountWebhooks(app, state, onStep)
  app.route(basePath, api(state, onStep))
  return app
}
