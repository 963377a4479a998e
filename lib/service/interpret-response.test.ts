import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { interpretResponse } from './interpret-response'
import { errorOf } from './test-support'

const schema = z.object({ data: z.object({ rows: z.array(z.object({ bolts: z.number() })) }) })
const success = { status: 'success', data: { rows: [{ bolts: 1.5, new_field: [] }], more: true } }

const interpreted = (response: Response) =>
  interpretResponse(response, { operation: 'listBalances', schema, maxResponseBytes: 1000 })
const refused = (response: Response) => errorOf(interpreted(response))

describe('interpretResponse, by status', () => {
  const statuses = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

  it('reads a body with a 2xx as a success, and fails when the status allows no body', async () => {
    for (const status of statuses(200, 300)) {
      if (status === 204 || status === 205) {
        expect(await refused(new Response(null, { status }))).toMatchObject({ kind: 'not_the_service', status })
      } else {
        const read = await interpreted(Response.json(success, { status }))
        expect(read, `${status}`).toEqual({ ok: true, data: { data: { rows: [{ bolts: 1.5 }] } } })
      }
    }
  })

  it('fails for a redirect', async () => {
    const headers = { Location: 'https://elsewhere.example/?code=1' }
    for (const status of statuses(300, 400)) {
      const error = await refused(new Response(null, { status, headers }))
      expect(error).toMatchObject({ name: 'ServiceProtocolError', problem: 'redirect', status })
    }
  })

  it('returns a refusal for 4xx and 5xx', async () => {
    const refusal = { name: 'ServiceRefusedError', operation: 'listBalances', serviceText: 'In words.' }
    for (const status of statuses(400, 600)) {
      expect(await refused(Response.json({ error: 'In words.' }, { status }))).toMatchObject({ ...refusal, status })
    }
  })
})

describe('interpretResponse, for a success', () => {
  it('fails with the problem, the path of a wrong field, and no value of the body', async () => {
    for (const [text, problem, path] of [
      ['[]', 'unexpected_shape', '(the body)'],
      ['{"data":{}}', 'unexpected_shape', 'data.rows'],
      ['{"data":{"rows":[{"bolts":1},{"bolts":"7.25"}]}}', 'unexpected_shape', 'data.rows.1.bolts'],
      [`"${'x'.repeat(1000)}"`, 'too_large'],
    ]) {
      const error = await refused(new Response(text))
      expect(error).toMatchObject({ name: 'ServiceProtocolError', operation: 'listBalances', problem, path })
      expect(inspect(error)).not.toContain('7.25')
    }
    const message = 'listBalances: the response (status 200) is not of the expected shape at data.rows.'
    expect(await refused(Response.json({ data: {} }))).toMatchObject({ message })
  })

  it('accepts a body of exactly the limit, with any content type', async () => {
    const headers = { 'Content-Type': 'text/html' }
    expect(await interpreted(new Response(JSON.stringify(success).padEnd(1000), { headers }))).toMatchObject({
      ok: true,
    })
  })

  it('returns a refusal for a 2xx whose body is an error', async () => {
    const refusal = { name: 'ServiceRefusedError', kind: 'unknown', status: 200, serviceText: 'Broken.' }
    expect(await refused(Response.json({ error: 'Broken.' }))).toMatchObject(refusal)
  })
})

describe('interpretResponse, for a refusal', () => {
  it('returns not_the_service with any status when the body has no error text', async () => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '7' }
    for (const status of [200, 400, 401, 403, 404, 422, 429, 500, 502]) {
      const errors = ['[]', '{"message":"No"}', '{"error":7}', '{"error":{"text":"No"}}', 'x'.repeat(70_000)]
      for (const text of ['<h1>No</h1>', '', '{"data":{"rows":[{"bolts":1', ...(status === 200 ? [] : errors)]) {
        const error = await refused(new Response(text, { status, headers }))
        const answer = { status, contentType: 'text/html', retryAfterSeconds: 7, serviceText: undefined }
        expect(error, `${status} ${text}`).toMatchObject({ kind: 'not_the_service', ...answer })
        expect(String(error)).toContain(
          `something between this app and the service answered (status ${status}, text/html)`,
        )
      }
      const ofService = await refused(Response.json({ error: 'No' }, { status }))
      expect(ofService, `${status}`).not.toMatchObject({ kind: 'not_the_service' })
    }
  })

  it('returns an error with the reason and Retry-After', async () => {
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

it('interpretResponse returns a transport error with any status when the body breaks off', async () => {
  for (const status of [200, 404, 503]) {
    const body = new ReadableStream({
      pull: (controller) => controller.error(Object.assign(new Error(), { code: 'UND_ERR_SOCKET' })),
    })
    const error = await refused(new Response(body, { status }))
    expect(error).toMatchObject({ name: 'ServiceTransportError', code: 'UND_ERR_SOCKET' })
  }
})
