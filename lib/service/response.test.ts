import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { interpretResponse, readBody, readRetryAfter } from './response'
import { errorOf } from './test-support'

const schema = z.object({ data: z.object({ rows: z.array(z.object({ bolts: z.number() })) }) })
const success = { status: 'success', data: { rows: [{ bolts: 1.5, new_field: [] }], more: true } }

const interpreted = (response: Response) =>
  interpretResponse(response, { operation: 'listBalances', schema, maxResponseBytes: 1000 })
const refused = (response: Response) => errorOf(interpreted(response))

describe('interpretResponse, by status', () => {
  const statuses = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

  it('reads a body of any content type with a 2xx as a success, and fails when the status allows no body', async () => {
    for (const status of statuses(200, 300)) {
      if (status === 204 || status === 205) {
        expect(await refused(new Response(null, { status }))).toMatchObject({ kind: 'not_the_service', status })
      } else {
        const headers = { 'Content-Type': 'text/html' }
        const read = await interpreted(new Response(JSON.stringify(success).padEnd(1000), { status, headers }))
        expect(read, `${status}`).toEqual({ ok: true, data: { data: { rows: [{ bolts: 1.5 }] } } })
      }
    }
  })

  it('returns a refusal with the text, the reason and Retry-After for 4xx and 5xx', async () => {
    const said = { reason: 'too_fast', serviceText: 'In words.', retryAfterSeconds: 7 }
    for (const status of statuses(400, 600)) {
      const body = { error: said.serviceText, reason: said.reason }
      const error = await refused(Response.json(body, { status, headers: { 'Retry-After': '7' } }))
      expect(error).toMatchObject({ name: 'ServiceRefusedError', operation: 'listBalances', status, ...said })
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
      expect(error).toMatchObject({ name: 'ServiceProtocolError', operation: 'listBalances', problem })
      expect(Reflect.get(error, 'path')).toBe(path)
      expect(inspect(error)).not.toContain('7.25')
    }
    const message = 'listBalances: the response (status 200) is not of the expected shape at data.rows.'
    expect(await refused(Response.json({ data: {} }))).toMatchObject({ message })
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

/** A response whose body arrives in chunks of `size` bytes. */
function chunked(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text)
  const start = (controller: ReadableStreamDefaultController) => {
    for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
    controller.close()
  }
  return new Response(new ReadableStream({ start }))
}

const options = { operation: 'listBalances', maxBytes: 10_000 } as const

it('readBody reads JSON in chunks of any size', async () => {
  const text = `\ufeff${JSON.stringify({ text: 'ü€😀\ufeff'.repeat(500), numbers: [0.1, 1e21, -7] })}`
  for (const size of [1, 3, 1000, 10_000]) {
    const value = JSON.parse(text.slice(1)) as unknown
    expect(await readBody(chunked(text, size), options)).toMatchObject({ data: { body: value } })
  }
})

it('readBody returns undefined when the text is no JSON', async () => {
  for (const body of ['', ' ', '{"a":1', '[1,]', '{} {}', '<!doctype html>', null]) {
    expect(await readBody(new Response(body), options), String(body)).toMatchObject({ data: { body: undefined } })
  }
})

it('readBody stops reading at the limit', async () => {
  const cancel = vi.fn()
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('  '.repeat(500))),
    cancel,
  })
  expect(await readBody(new Response('[]'.padEnd(10_000)), options)).toMatchObject({ data: { body: [] } })
  expect(await errorOf(readBody(new Response('[]'.padEnd(10_001)), options))).toMatchObject({ problem: 'too_large' })
  expect(await errorOf(readBody(new Response(endless), options))).toMatchObject({ problem: 'too_large' })
  expect(cancel).toHaveBeenCalledOnce()
})

const now = Date.parse('2026-11-20T12:00:00Z')
const read = (value?: string, date?: string) =>
  readRetryAfter(new Headers({ ...(value && { 'Retry-After': value }), ...(date && { Date: date }) }), now)

describe('readRetryAfter', () => {
  it('reads at least one second and at most a day', () => {
    expect(['7', ' 60 ', '3601', '86400'].map((value) => read(value))).toEqual([7, 60, 3601, 86_400])
    expect(['30, 30', '7,60'].map((value) => read(value))).toEqual([30, 7])
    expect(['0', '1767225600', '9'.repeat(400)].map((value) => read(value))).toEqual([1, 86_400, 86_400])
  })

  it('reads an HTTP date in each of its forms', () => {
    const dates = ['Fri, 20 Nov 2026 12:00:07 GMT', 'Friday, 20-Nov-26 12:00:07 GMT', 'Fri Nov 20 12:00:07 2026']
    expect(dates.map((value) => read(value))).toEqual([7, 7, 7])
    expect([read('Fri, 20 Nov 2026 14:00:00 GMT'), read('Fri, 20 Nov 2026 11:59:00 GMT')]).toEqual([7200, 1])
  })

  it('counts from the Date of the response, and from our clock when that is invalid', () => {
    expect(read('Fri, 20 Nov 2026 09:00:30 GMT', 'Fri, 20 Nov 2026 09:00:00 GMT')).toBe(30)
    expect(read('Fri, 20 Nov 2026 12:00:30 GMT', 'yesterday')).toBe(30)
  })

  it('returns undefined for any other value', () => {
    const numbers = ['-5', '1.5', '1e3', '0x10', '7 s', '-5, 7']
    const dates = ['Fri, 40 Nov 2026', 'Fri, 99 Nov 2026 12:00:00 GMT', '2026-11-20T12:00:07Z']
    for (const value of [undefined, '', 'soon', ...numbers, ...dates]) expect(read(value), value).toBeUndefined()
  })
})
