import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import { z } from 'zod'
import * as auditing from '@/lib/audit'
import { configure, configWith } from '@/lib/config/test-support'
import { exposition, samplesIn } from '@/lib/metrics/test-support'
import { store } from '@/lib/store'
import { findBatch, listBatches } from './batches'
import { receiveUpload as receive } from './receive'

const olivia = { id: 'staff-1', name: 'Olivia' }
const receiveUpload = (request: Request) => receive(request, olivia)

const { app } = configWith()
let audited: MockInstance<typeof auditing.audit>

const taken = { id: '01JCZX3M5N4T9QK2R7W8Y6V0AB', queued: 1, failed: 0 }
const pageHeaders = { Origin: app.origin, 'X-File-Name': 'runs.csv' }

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

/** Makes the chunks of a file that no other test sends. */
let files = 0
const newChunks = () => ['a,b\n', `1,${(files += 1)}\n`]

/** Makes a request with chunks that arrive when the app reads them. */
function request(
  {
    chunks = newChunks(),
    headers = pageHeaders,
    endAfterMs = 0,
  }: { chunks?: string[] | 'endless'; headers?: HeadersInit; endAfterMs?: number } = {},
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
  const init = { method: 'POST', headers, body, duplex: 'half', ...(signal && { signal }) }
  return { made, request: new Request(`${app.origin}/console/uploads/file`, init) }
}

beforeEach(() => {
  configure()
  audited = vi.spyOn(auditing, 'audit').mockReturnValue()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => void vi.useRealTimers())

describe('receiveUpload', () => {
  it('sends the file to the service and the answer to the browser', async () => {
    const seen = serviceThat(Response.json(taken, { status: 202 }))
    const headers = { ...pageHeaders, 'X-File-Name': encodeURIComponent('läufe.csv'), 'Content-Length': '8' }
    const response = await receiveUpload(request({ headers, chunks: ['a,b\n', '1,2\n'] }).request)
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
    await receiveUpload(request({ headers: { ...pageHeaders, 'X-Admin-Jwt': 'ey.J.x' } }).request)
    expect(seen.headers.get('authorization')).toBe('Bearer ey.J.x')
    expect(seen.headers.has('content-length')).toBe(false)
  })

  it('refuses a file without a call to the service when its origin, its name or its JWT is invalid', async () => {
    const seen = serviceThat(Response.json(taken))
    for (const [name = '', value = '', status] of [
      ['Origin', 'https://evil.example', 403],
      ['Origin', '', 403],
      ['Sec-Fetch-Site', 'same-site', 403],
      ['X-File-Name', '', 400],
      ['X-File-Name', '%20', 400],
      ['X-File-Name', '%', 400],
      ['X-File-Name', 'a%00', 400],
      ['X-Admin-Jwt', 'a b', 400],
    ] as const) {
      const response = await receiveUpload(request({ headers: { ...pageHeaders, [name]: value } }).request)
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
    await receiveUpload(request({ chunks: ['a,b\n', 'counted\n'] }).request)
    expect(await counts()).toEqual([bytes + 12, accepted + 1, failed])
    serviceThat(Response.json({ error: 'No' }, { status: 403 }))
    await receiveUpload(request().request)
    expect((await counts()).at(-1)).toBe(failed + 1)
  })

  it('ends when the browser disconnects', async () => {
    const abortController = new AbortController()
    const { request: sent } = request({ chunks: 'endless' }, abortController.signal)
    let aborted: AbortSignal | null | undefined
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
      aborted = init.signal
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      })
    })
    const response = receiveUpload(sent)
    await vi.advanceTimersByTimeAsync(50)
    abortController.abort()
    expect((await response).status).toBe(499)
    expect(aborted?.aborted).toBe(true)
  })
})

describe('receiveUpload: a failure', () => {
  it('reaches the browser without the text of the service when the text quotes a secret', async () => {
    serviceThat(Response.json({ error: 'Not for key-12345, not for ey.J.xyz' }, { status: 401 }))
    const sent = request({ headers: { ...pageHeaders, 'X-Admin-Jwt': 'ey.J.xyz' } })
    const response = await receiveUpload(sent.request)
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({
      kind: 'failed',
      problem: { kind: 'unauthenticated', message: null },
    })
  })

  it('reaches the browser at once, while the app reads the rest of the file for two seconds', async () => {
    serviceThat(Response.json({ error: 'Forbidden' }, { status: 403 }), { isReading: false })
    const { made, request: sent } = request({ chunks: 'endless' })
    const response = await receiveUpload(sent)
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

describe('receiveUpload: a file with the bytes of an earlier one', () => {
  const chunks = ['a,b\n', 'twice,', 'x\n']
  const again = { ...pageHeaders, 'X-Send-Again': '1' }
  const send = (parts: string[], headers: HeadersInit = pageHeaders) =>
    receiveUpload(request({ chunks: parts, headers }).request)

  it('does not reach the service completely unless the request asks to send it again', async () => {
    const seen = serviceThat(Response.json(taken))
    await send(chunks)
    const before = seen.text
    expect(before).toContain('twice,x')

    seen.text = ''
    // These are the same bytes under another name, in other chunks.
    const response = await send(['a,b\ntwi', 'ce,x\n'], { ...pageHeaders, 'X-File-Name': 'other.csv' })
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({
      kind: 'sent_before',
      earlier: { at: expect.any(Number) as number, fileName: 'runs.csv', by: 'Olivia', batchId: taken.id },
    })
    expect(seen.text).toBe('')

    serviceThat(Response.json({ ...taken, id: '01JCZX3M5N4T9QK2R7W8Y6V0AC' }))
    expect((await send(chunks, again)).status).toBe(200)
  })

  const refusal = (status: number, error: string) => Response.json({ error }, { status })

  /** Sends a file, which the service answers like this, and returns the latest batch in the list. */
  async function sendAndFail(parts: string[], answer: Response) {
    serviceThat(answer)
    expect((await send(parts)).status).toBe(502)
    const sha256 = createHash('sha256').update(parts.join('')).digest('hex')
    const [latest] = (await listBatches()).entries ?? []
    return { isKept: latest?.entry.sha256 === sha256, result: latest?.entry.result }
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
    const init = { method: 'POST', headers: pageHeaders, body, duplex: 'half' }
    expect((await receiveUpload(new Request(`${app.origin}/`, init as RequestInit))).status).toBe(499)
    expect((await send(parts)).status).toBe(200)
  })
})

describe('receiveUpload: a file that the service refuses before its end', () => {
  /** Stubs a service that reads the file, and refuses it while it waits for the end. */
  function serviceThatRefusesEarly() {
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      const reader = new Response(init.body ?? null).body?.getReader()
      // Reads the form's fields and the first chunk.
      for (let chunks = 0; chunks < 2; chunks += 1) await reader?.read()
      void reader?.read().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 20))
      return Response.json({ error: 'Unauthorized' }, { status: 401 })
    })
  }

  it.each([
    ['its end comes later', { endAfterMs: 40, claimAfterMs: 0 }],
    ['its bytes are just being claimed', { endAfterMs: 0, claimAfterMs: 40 }],
  ])('reaches the service again without a question when %s', async (_when, { endAfterMs, claimAfterMs }) => {
    const parts = newChunks()
    const setIfAbsent = store().setIfAbsent.bind(store())
    const slowClaim = vi.spyOn(store(), 'setIfAbsent').mockImplementation(async (...claim) => {
      await new Promise((resolve) => setTimeout(resolve, claimAfterMs))
      return setIfAbsent(...claim)
    })
    serviceThatRefusesEarly()
    expect((await receiveUpload(request({ chunks: parts, endAfterMs }).request)).status).toBe(502)
    await new Promise((resolve) => setTimeout(resolve, 80))
    slowClaim.mockRestore()
    serviceThat(Response.json(taken))
    expect((await receiveUpload(request({ chunks: parts }).request)).status).toBe(200)
  })
})

describe('the kept batches', () => {
  it('contain the results of their uploads, the newest first', async () => {
    serviceThat(Response.json({ ...taken, queued: 7, failed: 2 }))
    const sent = request({ chunks: ['kept,', 'once\n'] })
    await receiveUpload(sent.request)
    const { entries, isShared } = await listBatches()
    expect(isShared).toBe(false)
    expect(entries?.[0]?.entry).toEqual({
      fileName: 'runs.csv',
      sizeBytes: 10,
      sha256: createHash('sha256').update('kept,once\n').digest('hex'),
      by: 'Olivia',
      credential: 'key',
      result: { id: taken.id, queued: 7, failed: 2 },
    })
  })

  it('have the batch ID as their ID, or the ID of the list entry when the service gave none', async () => {
    serviceThat(Response.json({ ...taken, id: 'found' }))
    await receiveUpload(request().request)
    expect((await findBatch('found'))?.entry.result?.id).toBe('found')
    serviceThat(Response.json({ error: 'Broken' }, { status: 500 }))
    await receiveUpload(request({ headers: { ...pageHeaders, 'X-Admin-Jwt': 'ey.J.x' } }).request)
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
    const response = receiveUpload(request({}, abortController.signal).request)
    await vi.advanceTimersByTimeAsync(50)
    expect(abortController.signal.aborted).toBe(true)
    answer(Response.json({ ...taken, queued: 42 }))
    expect((await response).status).toBe(200)
    expect((await listBatches()).entries?.[0]?.entry.result?.queued).toBe(42)
  })
})

describe('receiveUpload: the audit', () => {
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
      await receiveUpload(request(file).request)
      expect(audited).toHaveBeenCalledExactlyOnceWith(olivia, { action: 'upload', what, sizeBytes }, besides)
    }
  })

  it('records nothing when the request is invalid or an earlier file had the same bytes', async () => {
    serviceThat(Response.json(taken))
    await receiveUpload(request(fileOf({ Origin: 'https://other.example' })).request)
    expect(audited).not.toHaveBeenCalled()
    const file = fileOf()
    await receiveUpload(request(file).request)
    audited.mockClear()
    expect((await receiveUpload(request(file).request)).status).toBe(409)
    expect(audited).not.toHaveBeenCalled()
  })
})
