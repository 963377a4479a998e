import { readFileSync } from 'node:fs'
import type { App } from '../harness/app'
import { metricsOf, metricsToken as token } from '../harness/metrics'
import { startOtlpCollector } from '../harness/otlp-collector'
import { signInAtApp } from '../harness/sign-in'
import { Visitor, type RequestOptions } from '../harness/visitor'
import { expect, test } from '../fixtures'

/* The endpoints for an operator's systems, and the log. The tests send HTTP requests without a browser. */

const linkOf = (requestId: string) => `/connect?request_id=${requestId}&nonce=canary-nonce`
const requestIdOf = (number: number) => `01ARZ3NDEKTSV4RRFFQ69G${String(number).padStart(4, '0')}`

const get = (app: App, path: string, headers: Record<string, string> = {}) =>
  new Visitor(app.origin).send(path, { headers })

test('health and readiness answer 200 without a login, and metrics 404 without METRICS_TOKEN', async ({ app }) => {
  const health = await get(app, '/api/health')
  expect([health.status, JSON.parse(health.body)]).toEqual([200, { status: 'alive' }])
  expect(health.headers['cache-control']).toBe('no-store')
  const ready = await get(app, '/api/ready')
  expect(ready.status).toBe(200)
  expect(JSON.parse(ready.body)).toEqual({ status: 'ready', checks: { redis: 'none', server: 'serving' } })
  expect((await get(app, '/api/metrics')).status).toBe(404)
})

test.describe('an instance with metrics and traces', () => {
  let collector: Awaited<ReturnType<typeof startOtlpCollector>>
  test.beforeAll(async () => {
    collector = await startOtlpCollector()
  })
  test.afterAll(() => collector.close())
  const variables = () => ({
    METRICS_TOKEN: token,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  })

  test('answers with the documented metrics only when the token is correct', async ({
    startVariant,
    control,
    standIn,
  }) => {
    const app = await startVariant(variables())
    expect((await get(app, '/api/metrics')).status).toBe(401)
    expect((await get(app, '/api/metrics', { Authorization: `Bearer ${token}x` })).status).toBe(401)
    const allowed = await get(app, '/api/metrics?task_runs=1', { Authorization: `Bearer ${token}` })
    expect(allowed.status).toBe(200)
    const { body: text } = allowed
    const labels = { environment: 'staging', subnet_id: standIn.subnetId }
    const valueOf = await metricsOf(app, '?task_runs=1')
    expect(valueOf('confirm_budget_left', labels)).toBe(6000)
    expect(valueOf('task_runs', { ...labels, state: 'pending' })).toBeGreaterThanOrEqual(0)
    expect(await control.received('confirm')).toEqual([])
    const documented = readFileSync('docs/operate/health-and-metrics.md', 'utf8').match(/subnet_connect_\w+/g)
    const names = [...text.matchAll(/^# TYPE (subnet_connect_\w+)/gm)].map(([, name]) => name)
    expect(new Set(names)).toEqual(new Set(documented))
  })

  test('counts arrivals, sign-ins and responses', async ({ startVariant }) => {
    const app = await startVariant(variables())
    const values = async () => {
      const valueOf = await metricsOf(app)
      return {
        held: valueOf('arrivals_total', { result: 'held' }),
        signedIn: valueOf('sign_ins_total', { result: 'signed_in' }),
        missing: valueOf('http_responses_total', { class: '4xx' }),
      }
    }
    const before = await values()
    await get(app, linkOf(requestIdOf(2)))
    await get(app, '/no/such/page')
    await signInAtApp(app, 'Ada')
    const after = { held: before.held + 1, signedIn: before.signedIn + 1, missing: before.missing + 1 }
    await expect.poll(values).toEqual(after)
  })

  test('sends traces without data of a link to the configured collector', async ({ startVariant }) => {
    const app = await startVariant(variables())
    await get(app, linkOf(requestIdOf(1)))
    const traces = () => collector.received.map(({ body }) => body).join('\n')
    await expect.poll(traces).toContain('/connect')
    expect(traces()).not.toMatch(/canary-nonce|01ARZ3NDEK/)
  })

  test('logs few lines for unreadable forms, without their data', async ({ startVariant }) => {
    const app = await startVariant(variables())
    const marker = 'a-secret-of-mine'
    const text = { 'Content-Type': 'text/plain;charset=UTF-8', Origin: app.origin }
    const multipart = { 'Content-Type': 'multipart/form-data; boundary=X', Origin: app.origin }
    const posts: RequestOptions[] = [
      { body: '[]', headers: { ...text, 'Next-Action': marker } },
      { body: '[]', headers: { ...text, 'Next-Action': '0'.repeat(42) } },
      { body: marker, headers: multipart },
      { form: { [`$ACTION_ID_${marker}`]: '' } },
      { form: { $ACTION_REF_1: '', '$ACTION_1:0': `{"id":"${marker}"}` } },
      // Only this one reaches Next, which logs that it does not know the action.
      { form: { [`$ACTION_ID_${'0'.repeat(42)}`]: marker } },
    ]
    const before = app.output().length
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => posts)
        .flat()
        .map((post) => new Visitor(app.origin).send('/signin', post)),
    )
    for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(400)
    const lines = () => app.output().slice(before).trim().split('\n')
    await expect.poll(() => lines().length).toBeGreaterThanOrEqual(30)
    // The limit is 30 lines a minute, and a second minute may have begun.
    expect(lines().length).toBeLessThanOrEqual(61)
    for (const line of lines()) {
      expect(JSON.parse(line)).toMatchObject({ event: expect.stringMatching(/^(more )?unexpected/) })
      expect(line).not.toContain(marker)
    }
  })
})
