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

describe('interpretResponse, by status', () => {
  const statuses = Array.from({ length: 400 }, (_, index) => index + 200)

  it.each(statuses.filter((status) => status < 300 && !withoutBody.has(status)))(
    'reads %i as a success',
    async (status) => {
      expect(await interpreted(Response.json(success, { status }))).toEqual({ data: { rows: [{ bolts: '1.5' }] } })
    },
  )

  it.each(statuses.filter((status) => status >= 300 && status < 400))('throws for the redirect %i', async (status) => {
    const headers = { Location: 'https://elsewhere.example/?code=1' }
    expect(await refused(new Response(null, { status, headers }))).toMatchObject({
      name: 'ServiceProtocolError',
      problem: 'redirect',
      status,
    })
  })

  it.each(statuses.filter((status) => status >= 400))('throws a refusal for %i', async (status) => {
    expect(await refused(Response.json({ error: 'In words.' }, { status }))).toMatchObject({
      name: 'ServiceRefusedError',
      operation: 'listBalances',
      status,
      serviceText: 'In words.',
    })
  })

  it.each([204, 205])('throws for %i, which never has a body', async (status) => {
    expect(await refused(new Response(null, { status }))).toMatchObject({ problem: 'not_json', status })
  })
})

describe('interpretResponse, for a success', () => {
  it.each([
    ['no JSON', '<!doctype html>', 'not_json', undefined],
    ['an empty body', '', 'not_json', undefined],
    ['JSON cut short', '{"data":{"rows":[{"bolts":1', 'not_json', undefined],
    ['no object', '[]', 'unexpected_shape', '(the body)'],
    ['a missing field', '{"data":{}}', 'unexpected_shape', 'data.rows'],
    ['a mistyped field', '{"data":{"rows":[{"bolts":1},{"bolts":"7.25"}]}}', 'unexpected_shape', 'data.rows.1.bolts'],
    ['too long a body', `"${'x'.repeat(1000)}"`, 'too_large', undefined],
  ])('throws for %s', async (_, text, problem, path) => {
    const error = await refused(new Response(text))
    expect(error).toMatchObject({ name: 'ServiceProtocolError', operation: 'listBalances', problem, path })
    expect(inspect(error)).not.toContain('7.25')
  })

  it('accepts a body of exactly the limit, with any content type', async () => {
    const headers = { 'Content-Type': 'text/html' }
    expect(await interpreted(new Response(JSON.stringify(success).padEnd(1000), { headers }))).toHaveProperty('data')
  })

  it('throws a refusal for a 2xx whose body is an error', async () => {
    expect(await refused(Response.json({ error: 'Broken.' }))).toMatchObject({
      name: 'ServiceRefusedError',
      kind: 'unknown',
      status: 200,
      serviceText: 'Broken.',
    })
  })

  it('names the operation and the path in the message of its error', async () => {
    expect(await refused(Response.json({ data: {} }))).toMatchObject({
      message: 'listBalances: the response (status 200) is not of the expected shape at data.rows.',
    })
  })
})

describe('interpretResponse, for a refusal', () => {
  it.each([401, 403, 429, 500, 502])(
    'throws a refusal when the status is %i, even if the body is unreadable',
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
  ])('throws a protocol error for another status when the body is %s', async (text, problem, path) => {
    expect(await refused(new Response(text, { status: 404 }))).toMatchObject({
      name: 'ServiceProtocolError',
      problem,
      path,
      status: 404,
    })
  })

  it('throws an error with the reason and Retry-After', async () => {
    const body = { error: 'Slow down.', reason: 'too_fast' }
    expect(await refused(Response.json(body, { status: 429, headers: { 'Retry-After': '7' } }))).toMatchObject({
      kind: 'rate_limited',
      reason: 'too_fast',
      retryAfterSeconds: 7,
    })
  })

  it('keeps the text of the service out of logs', async () => {
    const error = await refused(Response.json({ error: 'bad key-of-this-test' }, { status: 401 }))
    expect(inspect(error) + JSON.stringify(error) + String(error)).not.toContain('key-of-this-test')
  })
})

describe('interpretResponse, for a body that breaks off', () => {
  it.each([200, 404, 503])('throws a transport error with status %i', async (status) => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(Object.assign(new Error(), { code: 'UND_ERR_SOCKET' })),
    })
    expect(await refused(new Response(body, { status }))).toMatchObject({
      name: 'ServiceTransportError',
      code: 'UND_ERR_SOCKET',
    })
  })
})
