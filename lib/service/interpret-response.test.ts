import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { interpretResponse } from './interpret-response'
import { JsonNumber } from './json'
import { rejection } from './test-support'

const schema = z.object({
  data: z.object({ rows: z.array(z.object({ bolts: z.instanceof(JsonNumber).transform(({ text }) => text) })) }),
})
const success = { status: 'success', data: { rows: [{ bolts: 1.5, new_field: [] }], more: true } }

const interpreted = (response: Response) =>
  interpretResponse(response, { operation: 'listBalances', schema, maxResponseBytes: 1000 })
const refused = (response: Response) => rejection(interpreted(response))
const withoutBody = new Set([204, 205, 304])

describe('every status that an answer can have', () => {
  const statuses = Array.from({ length: 400 }, (_, index) => index + 200)

  it.each(statuses.filter((status) => status < 300 && !withoutBody.has(status)))('%i is a success', async (status) => {
    expect(await interpreted(Response.json(success, { status }))).toEqual({ data: { rows: [{ bolts: '1.5' }] } })
  })

  it.each(statuses.filter((status) => status >= 300 && status < 400))('%i is a redirect', async (status) => {
    const headers = { Location: 'https://elsewhere.example/?code=1' }
    expect(await refused(new Response(null, { status, headers }))).toMatchObject({
      name: 'ServiceProtocolError',
      problem: 'redirect',
      status,
    })
  })

  it.each(statuses.filter((status) => status >= 400))('%i is a refusal', async (status) => {
    expect(await refused(Response.json({ error: 'In words.' }, { status }))).toMatchObject({
      name: 'ServiceRefusedError',
      operation: 'listBalances',
      status,
      serviceText: 'In words.',
    })
  })

  it.each([204, 205])('%i has no body to be a success with', async (status) => {
    expect(await refused(new Response(null, { status }))).toMatchObject({ problem: 'not_json', status })
  })
})

describe('a success', () => {
  it.each([
    ['no JSON', '<!doctype html>', 'not_json', undefined],
    ['an empty body', '', 'not_json', undefined],
    ['JSON cut short', '{"data":{"rows":[{"bolts":1', 'not_json', undefined],
    ['no object', '[]', 'unexpected_shape', '(the body)'],
    ['a missing field', '{"data":{}}', 'unexpected_shape', 'data.rows'],
    ['a mistyped field', '{"data":{"rows":[{"bolts":1},{"bolts":"7.25"}]}}', 'unexpected_shape', 'data.rows.1.bolts'],
    ['too long a body', `"${'x'.repeat(1000)}"`, 'too_large', undefined],
  ])('is not %s', async (_, text, problem, path) => {
    const error = await refused(new Response(text))
    expect(error).toMatchObject({ name: 'ServiceProtocolError', operation: 'listBalances', problem, path })
    expect(inspect(error)).not.toContain('7.25')
  })

  it('may be as long as the limit, and of any content type', async () => {
    const headers = { 'Content-Type': 'text/html' }
    expect(await interpreted(new Response(JSON.stringify(success).padEnd(1000), { headers }))).toHaveProperty('data')
  })

  it('is not a 2xx whose body is an error', async () => {
    expect(await refused(Response.json({ error: 'Broken.' }))).toMatchObject({
      name: 'ServiceRefusedError',
      kind: 'unknown',
      status: 200,
      serviceText: 'Broken.',
    })
  })

  it('names operation and path in its error’s message', async () => {
    expect(await refused(Response.json({ data: {} }))).toMatchObject({
      message: 'listBalances: the response (status 200) is not of the expected shape at data.rows.',
    })
  })
})

describe('a refusal', () => {
  it.each([401, 403, 429, 500, 502])(
    'needs no body that can be read, where its status says enough: %i',
    async (status) => {
      for (const text of ['<h1>No</h1>', '', '[]', '{"error":7}', 'x'.repeat(70_000)]) {
        expect(await refused(new Response(text, { status }))).toMatchObject({
          name: 'ServiceRefusedError',
          status,
          serviceText: undefined,
        })
      }
    },
  )

  it.each([
    ['<h1>Not found</h1>', 'not_json', undefined],
    ['{"message":"Not found"}', 'unexpected_shape', 'error'],
    ['{"error":{"text":"Not found"}}', 'unexpected_shape', 'error'],
  ])('of another status is none without its text: %s', async (text, problem, path) => {
    expect(await refused(new Response(text, { status: 404 }))).toMatchObject({
      name: 'ServiceProtocolError',
      problem,
      path,
      status: 404,
    })
  })

  it('carries reason and Retry-After', async () => {
    const body = { error: 'Slow down.', reason: 'too_fast' }
    expect(await refused(Response.json(body, { status: 429, headers: { 'Retry-After': '7' } }))).toMatchObject({
      kind: 'rate_limited',
      reason: 'too_fast',
      retryAfterSeconds: 7,
    })
  })

  it('shows the service’s text to no log', async () => {
    const error = await refused(Response.json({ error: 'bad key-of-this-test' }, { status: 401 }))
    expect(inspect(error) + JSON.stringify(error) + String(error)).not.toContain('key-of-this-test')
  })
})

describe('a body that breaks off', () => {
  it.each([200, 404, 503])('is a failure of the transport, with %i too', async (status) => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(Object.assign(new Error(), { code: 'UND_ERR_SOCKET' })),
    })
    expect(await refused(new Response(body, { status }))).toMatchObject({
      name: 'ServiceTransportError',
      code: 'UND_ERR_SOCKET',
    })
  })
})
