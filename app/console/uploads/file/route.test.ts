import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import { z } from 'zod'
import { findBatch, listBatches } from '@/app/console/uploads/batches'
import * as auditing from '@/lib/audit'
import { configure, configWith } from '@/lib/config/test-support'
import { exposition, samplesIn } from '@/lib/metrics/test-support'
import { store } from '@/lib/store'
import * as access from '@/lib/console/operator-or-refusal'
import '@/lib/skin/test-support'
import { POST } from './route'

const olivia = { id: 'staff-1', name: 'Olivia', isOperator: true, isViewer: false }

const { app } = configWith()
let audited: MockInstance<typeof auditing.audit>

const taken = { id: '01JCZX3M5N4T9QK2R7W8Y6V0AB', queued: 1, failed: 0 }
const pageHeaders: Record<string, string> = { Origin: app.origin, 'X-File-Name': 'runs.csv' }

/** Stubs a service that gives this answer after it has read the request, or without reading it. */
function serviceThat(answer: Response, { isReading = true } = {}) {
  const seen = { calls: 0, text: '', headers: new Headers(), signal: undefined as AbortSignal | null | undefined }
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    seen.calls += 1
    seen.headers = new Headers(init.headers)
    seen.signal = init.signal
    if (isReading) seen.text = await new Response(init.body ?? null).text()
    return answer
  })
  return seen
}

/** Stubs a service that neither reads the request nor answers. */
function stubServiceWithoutAnswer() {
  const seen = { signal: undefined as AbortSignal | null | undefined }
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    seen.signal = init.signal
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    })
  })
  return seen
}

/** Makes the chunks of a file that no other test sends. */
let files = 0
const newChunks = () => ['a,b\n', `1,${(files += 1)}\n`]

const sha256Of = (chunks: string[]) => createHash('sha256').update(chunks.join('')).digest('hex')

/** Makes a request with chunks that arrive when the app reads them. */
function request(
  {
    chunks = newChunks(),
    headers = pageHeaders,
    endAfterMs = 0,
  }: { chunks?: string[] | 'endless'; headers?: Record<string, string>; endAfterMs?: number } = {},
  signal?: AbortSignal,
) {
  const made = { chunks: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const isAtEnd = chunks !== 'endless' && made.chunks === chunks.length
        // As on a real connection, a chunk takes a moment.
        await new Promise((resolve) => setTimeout(resolve, isAtEnd ? endAfterMs : 1))
        if (isAtEnd) return controller.close()
        if (made.isCancelled) return
        controller.enqueue(new TextEncoder().encode(chunks === 'endless' ? 'x'.repeat(1000) : chunks[made.chunks]))
        made.chunks += 1
      },
      cancel: () => void (made.isCancelled = true),
    },
    { highWaterMark: 0 },
  )
  const sha256 = sha256Of(chunks === 'endless' ? [] : chunks)
  const all = { 'X-File-Sha256': sha256, ...headers }
  const init = { method: 'POST', headers: all, body, duplex: 'half', ...(signal && { signal }) }
  return { made, request: new Request(`${app.origin}/console/uploads/file`, init) }
}

const send = (chunks: string[], headers = pageHeaders) => POST(request({ chunks, headers }).request)

beforeEach(() => {
  configure()
  vi.spyOn(access, 'operatorOrRefusal').mockResolvedValue(olivia)
  audited = vi.spyOn(auditing, 'audit').mockReturnValue()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => void vi.useRealTimers())

describe('POST', () => {
  it('sends the file to the service and the answer to the browser', async () => {
    const seen = serviceThat(Response.json(taken, { status: 202 }))
    const headers = { ...pageHeaders, 'X-File-Name': encodeURIComponent('läufe.csv'), 'Content-Length': '8' }
    const response = await POST(request({ headers, chunks: ['a,b\n', '1,2\n'] }).request)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ kind: 'taken', batch: taken, isKept: true })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(seen.headers.get('authorization')).toBe('Bearer key-12345')
    expect(seen.text).toContain('filename="läufe.csv"')
    expect(seen.text).toContain('\r\n\r\na,b\n1,2\n\r\n--')
    expect(Number(seen.headers.get('content-length'))).toBe(Buffer.byteLength(seen.text))
  })

  it('sends the JWT of the request, and no length when the request has none', async () => {
    const seen = serviceThat(Response.json(taken))
    await POST(request({ headers: { ...pageHeaders, 'X-Admin-Jwt': 'ey.J.x' } }).request)
    expect(seen.headers.get('authorization')).toBe('Bearer ey.J.x')
    expect(seen.headers.has('content-length')).toBe(false)
  })

  it('refuses a file without a call to the service when its origin, its name, its hash or its JWT is invalid', async () => {
    const seen = serviceThat(Response.json(taken))
    for (const [name = '', value = '', status] of [
      ['Origin', 'https://evil.example', 403],
      ['Origin', '', 403],
      ['Sec-Fetch-Site', 'same-site', 403],
      ['X-File-Name', '', 400],
      ['X-File-Name', '%20', 400],
      ['X-File-Name', '%', 400],
      ['X-File-Name', 'a%00', 400],
      ['X-File-Sha256', '', 400],
      ['X-File-Sha256', 'ab', 400],
      ['X-Admin-Jwt', 'a b', 400],
    ] as const) {
      const response = await POST(request({ headers: { ...pageHeaders, [name]: value } }).request)
      expect(response.status, `${name}: ${value}`).toBe(status)
      expect(await response.json()).toEqual({ kind: 'invalid' })
    }
    expect(seen.calls).toBe(0)
  })

  it('counts the results of uploads and the sent bytes', async () => {
    const counts = async () => {
      const samples = samplesIn(await exposition())
      return ['upload_bytes_total', 'uploads_total{result="taken"}', 'uploads_total{result="failed"}'].map((series) =>
        Number(samples.find((sample) => sample.series === `subnet_connect_${series}`)?.value ?? 0),
      )
    }
    const [bytes = 0, accepted = 0, failed = 0] = await counts()
    serviceThat(Response.json(taken))
    await POST(request({ chunks: ['a,b\n', 'counted\n'] }).request)
    expect(await counts()).toEqual([bytes + 12, accepted + 1, failed])
    serviceThat(Response.json({ error: 'No' }, { status: 403 }))
    await POST(request().request)
    expect((await counts()).at(-1)).toBe(failed + 1)
  })

  it('ends when the browser disconnects', async () => {
    const abortController = new AbortController()
    const { request: sent } = request({ chunks: 'endless' }, abortController.signal)
    const seen = stubServiceWithoutAnswer()
    const response = POST(sent)
    await vi.advanceTimersByTimeAsync(50)
    abortController.abort()
    expect((await response).status).toBe(499)
    expect(seen.signal?.aborted).toBe(true)
  })
})

describe('POST: a failure', () => {
  it('reaches the browser without the text of the service when the text quotes a secret', async () => {
    serviceThat(Response.json({ error: 'Not for key-12345, not for ey.J.xyz' }, { status: 401 }))
    const sent = request({ headers: { ...pageHeaders, 'X-Admin-Jwt': 'ey.J.xyz' } })
    const response = await POST(sent.request)
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({
      kind: 'failed',
      problem: { kind: 'unauthenticated', message: null },
    })
  })

  it('reaches the browser at once, while the app reads the rest of the file for two seconds', async () => {
    serviceThat(Response.json({ error: 'Forbidden' }, { status: 403 }), { isReading: false })
    const { made, request: sent } = request({ chunks: 'endless' })
    const response = await POST(sent)
    expect(response.status).toBe(502)
    expect(made.isCancelled).toBe(false)
    const before = made.chunks
    await vi.advanceTimersByTimeAsync(500)
    expect(made.chunks).toBeGreaterThan(before + 100)
    expect(made.isCancelled).toBe(false)
    await vi.advanceTimersByTimeAsync(2000)
    expect(made.isCancelled).toBe(true)
  })
})

describe('POST: a file with the bytes of an earlier one', () => {
  const chunks = ['a,b\n', 'twice,', 'x\n']
  const again = { ...pageHeaders, 'X-Send-Again': '1' }

  it('does not reach the service unless the request asks to send it again', async () => {
    const seen = serviceThat(Response.json(taken))
    await send(chunks)
    const before = seen.text
    expect(before).toContain('twice,x')

    seen.text = ''
    const { calls } = seen
    // These are the same bytes under another name, in other chunks.
    const response = await send(['a,b\ntwi', 'ce,x\n'], { ...pageHeaders, 'X-File-Name': 'other.csv' })
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({
      kind: 'sent_before',
      earlier: { at: expect.any(Number) as number, fileName: 'runs.csv', by: 'Olivia', batchId: taken.id },
    })
    expect(seen.calls).toBe(calls)

    serviceThat(Response.json({ ...taken, id: '01JCZX3M5N4T9QK2R7W8Y6V0AC' }))
    expect((await send(chunks, again)).status).toBe(200)
  })

  const refusal = (status: number, error: string) => Response.json({ error }, { status })

  /** Sends a file, which the service answers like this, and returns the latest batch in the list. */
  async function sendAndFail(parts: string[], answer: Response) {
    serviceThat(answer)
    expect((await send(parts)).status).toBe(502)
    const [latest] = (await listBatches()).entries ?? []
    return { isKept: latest?.entry.sha256 === sha256Of(parts), result: latest?.entry.result }
  }

  it('reaches the service again without a question when the service certainly refused it', async () => {
    for (const answer of [
      refusal(401, 'No'),
      refusal(403, 'No'),
      refusal(429, 'Slow down'),
      refusal(400, 'CSV file is required'),
      refusal(422, 'Invalid or missing token'),
      refusal(400, 'Forbidden'),
    ]) {
      const parts = newChunks()
      expect((await sendAndFail(parts, answer)).isKept).toBe(false)
      serviceThat(Response.json(taken))
      expect((await send(parts)).status).toBe(200)
    }
  })

  it('does not reach the service again without a question when any other answer leaves open whether it has the rows', async () => {
    for (const answer of [
      refusal(400, 'Row 3 is wrong'),
      refusal(422, 'Row 3 is wrong'),
      refusal(413, 'Too many rows'),
      refusal(500, 'Broken'),
      refusal(200, 'Something else'),
      new Response(null, { status: 302 }),
      new Response('<html>', { status: 404 }),
      new Response('<html>'),
    ]) {
      const parts = newChunks()
      expect(await sendAndFail(parts, answer)).toEqual({ isKept: true, result: null })
      const response = await send(parts)
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({ kind: 'sent_before', earlier: { batchId: null } })
      serviceThat(Response.json(taken))
      expect((await send(parts, again)).status).toBe(200)
    }
  })

  it('counts as new when it did not arrive completely', async () => {
    const parts = newChunks()
    serviceThat(Response.json(taken))
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(parts.join(''))),
      pull: () => Promise.reject(new Error('aborted')),
    })
    const headers = { ...pageHeaders, 'X-File-Sha256': sha256Of(parts) }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    expect((await POST(new Request(`${app.origin}/`, init as RequestInit))).status).toBe(499)
    expect((await send(parts)).status).toBe(200)
  })

  it('stays known when another sender has sent it meanwhile', async () => {
    const parts = newChunks()
    const abortController = new AbortController()
    stubServiceWithoutAnswer()
    const slow = POST(request({ chunks: parts }, abortController.signal).request)
    await vi.advanceTimersByTimeAsync(50)
    serviceThat(Response.json(taken))
    expect((await send(parts)).status).toBe(409)
    expect((await send(parts, again)).status).toBe(200)
    abortController.abort()
    expect((await slow).status).toBe(499)
    expect((await send(parts)).status).toBe(409)
  })
})

describe('POST: a file whose bytes do not have the hash of the request', () => {
  it('does not reach the service completely, and changes nothing that is known about either file', async () => {
    const seen = serviceThat(Response.json(taken))
    const sent = newChunks()
    await send(sent)
    const other = newChunks()
    const batches = (await listBatches()).entries?.length
    seen.text = ''
    for (const [parts, sha256] of [
      [sent, sha256Of(other)],
      [other, sha256Of([...other, '3,4\n'])],
    ] as const) {
      const response = await send([...parts], { ...pageHeaders, 'X-File-Sha256': sha256 })
      expect(response.status).toBe(409)
      expect(await response.json()).toEqual({ kind: 'file_changed' })
    }
    expect(seen.text).toBe('')
    expect((await listBatches()).entries?.length).toBe(batches)
    expect((await send(sent)).status).toBe(409)
    serviceThat(Response.json(taken))
    expect((await send(other)).status).toBe(200)
  })

  it('keeps what is known about an earlier file when the request asks to send it again', async () => {
    serviceThat(Response.json(taken))
    const sent = newChunks()
    await send(sent)
    const wrong = { ...pageHeaders, 'X-Send-Again': '1', 'X-File-Sha256': sha256Of(sent) }
    expect((await send(newChunks(), wrong)).status).toBe(409)
    expect(await (await send(sent)).json()).toMatchObject({ kind: 'sent_before', earlier: { batchId: taken.id } })
  })
})

describe('the kept batches', () => {
  it('contain the results of their uploads, the newest first', async () => {
    serviceThat(Response.json({ ...taken, queued: 7, failed: 2 }))
    const sent = request({ chunks: ['kept,', 'once\n'] })
    await POST(sent.request)
    const { entries, isShared } = await listBatches()
    expect(isShared).toBe(false)
    expect(entries?.[0]?.entry).toEqual({
      fileName: 'runs.csv',
      sizeBytes: 10,
      sha256: sha256Of(['kept,', 'once\n']),
      by: 'Olivia',
      credential: 'key',
      result: { id: taken.id, queued: 7, failed: 2 },
    })
  })

  it('have the batch ID as their ID, or the ID of the list entry when the service gave none', async () => {
    serviceThat(Response.json({ ...taken, id: 'found' }))
    await POST(request().request)
    expect((await findBatch('found'))?.entry.result?.id).toBe('found')
    serviceThat(Response.json({ error: 'Broken' }, { status: 500 }))
    await POST(request({ headers: { ...pageHeaders, 'X-Admin-Jwt': 'ey.J.x' } }).request)
    const [unclear] = (await listBatches()).entries ?? []
    expect(await findBatch(unclear?.id ?? '')).toMatchObject({ entry: { result: null, credential: 'jwt' } })
    expect(await findBatch('unknown')).toBeUndefined()
  })

  it('stay readable when an earlier version has stored them', async () => {
    const former = { fileName: 'old.csv', sizeBytes: 1, sha256: 'ab', by: 'Olivia', result: null }
    await store()
      .list('batches', { schema: z.record(z.string(), z.union([z.string(), z.number(), z.null()])), maxEntries: 200 })
      .append(former)
    expect((await listBatches()).entries?.[0]?.entry).toEqual(former)
  })

  it('include an upload when the user closed its tab before the answer', async () => {
    const abortController = new AbortController()
    let answer = (_response: Response) => {}
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      await new Response(init.body ?? null).text()
      abortController.abort()
      return new Promise<Response>((resolve) => (answer = resolve))
    })
    const response = POST(request({}, abortController.signal).request)
    await vi.advanceTimersByTimeAsync(50)
    expect(abortController.signal.aborted).toBe(true)
    answer(Response.json({ ...taken, queued: 42 }))
    expect((await response).status).toBe(200)
    expect((await listBatches()).entries?.[0]?.entry.result?.queued).toBe(42)
  })
})

describe('POST: the audit', () => {
  /** Makes a request with a new file and its length. */
  const fileOf = (changed: Record<string, string> = {}) => {
    const chunks = newChunks()
    const sizeBytes = Buffer.byteLength(chunks.join(''))
    return { chunks, sizeBytes, headers: { ...pageHeaders, 'Content-Length': String(sizeBytes), ...changed } }
  }

  it('records the size of an upload with its batch, or with the problem when the service has refused it', async () => {
    const accepted = Response.json({ ...taken, queued: 7, failed: 2 })
    const refused = Response.json({ error: 'Forbidden' }, { status: 403 })
    for (const [answer, changed, what, besides] of [
      [accepted, {}, taken.id, { credential: 'key', queued: 7, failed: 2 }],
      [refused, { 'X-Admin-Jwt': 'ey.J.x' }, 'forbidden', { credential: 'jwt' }],
    ] as const) {
      audited.mockClear()
      serviceThat(answer)
      const { sizeBytes, ...file } = fileOf(changed)
      await POST(request(file).request)
      expect(audited).toHaveBeenCalledExactlyOnceWith(olivia, { action: 'upload', what, sizeBytes }, besides)
    }
  })

  it('records nothing when the request is invalid or an earlier file had the same bytes', async () => {
    serviceThat(Response.json(taken))
    await POST(request(fileOf({ Origin: 'https://other.example' })).request)
    expect(audited).not.toHaveBeenCalled()
    const file = fileOf()
    await POST(request(file).request)
    audited.mockClear()
    expect((await POST(request(file).request)).status).toBe(409)
    expect(audited).not.toHaveBeenCalled()
  })
})
