import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { findBatch, listBatches } from '@/lib/console/batches'
import * as auditing from '@/lib/records/audit'
import { configure, configWith } from '@/lib/config/test-support'
import { exposition, samplesIn } from '@/lib/metrics/test-support'
import * as access from '@/lib/console/operator-or-refusal'
import '@/lib/skin/test-support'
import { consoleTexts } from '@/lib/skin/texts'
import { POST } from './route'

const olivia = { id: 'staff-1', name: 'Olivia', isOperator: true, isViewer: false }

const { app } = configWith()
let audited: MockInstance<typeof auditing.audit>

const taken = { id: '01JCZX3M5N4T9QK2R7W8Y6V0AB', queued: 1, failed: 0 }
const refusal = (status: number, error: string) => Response.json({ error }, { status })
const again = { 'X-Send-Again': '1' }

/** Stubs a service that gives this answer after it has read the request, or without reading it. */
function serviceThat(answer: Response, { isReading = true } = {}) {
  const seen = { text: '', headers: new Headers() }
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    seen.headers = new Headers(init.headers)
    if (isReading) seen.text = await new Response(init.body ?? null).text()
    return answer
  })
  return seen
}

/** Makes the chunks of a file that no other test sends. */
let files = 0
const newChunks = () => ['a,b\n', `new,${(files += 1)}\n`]

const sha256Of = (chunks: string[]) => createHash('sha256').update(chunks.join('')).digest('hex')

interface Sent {
  chunks?: string[] | 'endless'
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Makes a request with chunks that arrive when the app reads them. */
function request({ chunks = newChunks(), headers = {}, signal }: Sent = {}) {
  const made = { chunks: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // As on a real connection, a chunk takes a moment.
        await new Promise((resolve) => setTimeout(resolve, 1))
        if (chunks !== 'endless' && made.chunks === chunks.length) return controller.close()
        if (made.isCancelled) return
        controller.enqueue(new TextEncoder().encode(chunks === 'endless' ? 'x'.repeat(1000) : chunks[made.chunks]))
        made.chunks += 1
      },
      cancel: () => void (made.isCancelled = true),
    },
    { highWaterMark: 0 },
  )
  const all = { Origin: app.origin, 'X-File-Name': 'runs.csv', ...headers }
  const init = { method: 'POST', headers: all, body, duplex: 'half', ...(signal && { signal }) }
  return { made, request: new Request(`${app.origin}/console/uploads/file`, init) }
}

const post = (sent?: Sent) => POST(request(sent).request)
const send = (chunks: string[], headers = {}) => post({ chunks, headers })

const latestBatch = async () => (await listBatches())[0]

beforeEach(() => {
  configure()
  vi.spyOn(access, 'operatorOrRefusal').mockResolvedValue(olivia)
  audited = vi.spyOn(auditing, 'audit').mockReturnValue()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

it('POST sends the JWT of the request, and no length when the request has none', async () => {
  const seen = serviceThat(Response.json(taken))
  await post({ headers: { 'X-Admin-Jwt': 'ey.J.x' } })
  expect(seen.headers.get('authorization')).toBe('Bearer ey.J.x')
  expect(seen.headers.has('content-length')).toBe(false)
})

it('POST sends and keeps the name of a file without what a program could read as a path or as several lines', async () => {
  for (const [given, name] of [
    ['june\\july.csv', 'june_july.csv'],
    ['../../june.csv', '.._.._june.csv'],
    ['june\r\njuly\u2028\u0000.csv', 'june july .csv'],
    ['june\u202evsc.csv', 'junevsc.csv'],
    [`${'é'.repeat(300)}.csv`, `${'é'.repeat(251)}.csv`],
    [`${'🚀'.repeat(150)}.csv`, `\ufffd${'🚀'.repeat(125)}.csv`],
    ['läufe "任务" (1).csv', 'läufe "任务" (1).csv'],
    ['..', '_'],
    [' ', 'file.csv'],
  ] as const) {
    const seen = serviceThat(Response.json(taken))
    expect((await post({ headers: { 'X-File-Name': encodeURIComponent(given) } })).status, given).toBe(200)
    expect(seen.text).toContain(`filename="${name.replaceAll('"', '%22')}"`)
    expect((await latestBatch())?.entry.fileName).toBe(name)
  }
  await post({ headers: { 'X-File-Name': '%E0%A4%A' } })
  expect((await latestBatch())?.entry.fileName).toBe('file.csv')
})

it('POST counts the results of uploads and the sent bytes', async () => {
  const counts = async () => {
    const samples = samplesIn(await exposition())
    return ['upload_bytes_total', 'uploads_total{result="taken"}', 'uploads_total{result="failed"}'].map((series) =>
      Number(samples.find((sample) => sample.series === `subnet_connect_${series}`)?.value ?? 0),
    )
  }
  const [bytes = 0, accepted = 0, failed = 0] = await counts()
  serviceThat(Response.json(taken))
  await send(['a,b\n', 'counted\n'])
  expect(await counts()).toEqual([bytes + 12, accepted + 1, failed])
  serviceThat(refusal(403, 'No'))
  await post()
  expect((await counts()).at(-1)).toBe(failed + 1)
})

it('POST answers a refused file at once, and reads the rest of it for two seconds', async () => {
  serviceThat(refusal(403, 'Forbidden'), { isReading: false })
  const { made, request: sent } = request({ chunks: 'endless' })
  const response = await POST(sent)
  expect(response.status).toBe(502)
  const before = made.chunks
  await vi.advanceTimersByTimeAsync(500)
  expect(made.chunks).toBeGreaterThan(before + 100)
  expect(made.isCancelled).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  expect(made.isCancelled).toBe(true)
})

describe('POST: a file with the bytes of an earlier one', () => {
  const refusals = [
    refusal(401, 'No'),
    refusal(403, 'No'),
    refusal(429, 'Slow down'),
    refusal(400, 'CSV file is required'),
    refusal(422, 'Invalid or missing token'),
    refusal(400, 'Forbidden'),
  ]
  const uncertain = [
    refusal(400, 'Row 3 is wrong'),
    refusal(422, 'Row 3 is wrong'),
    refusal(413, 'Too many rows'),
    refusal(500, 'Broken'),
    refusal(200, 'Something else'),
    new Response(null, { status: 302 }),
    new Response('<html>', { status: 404 }),
    new Response('<html>'),
  ]

  it('reaches the service again without a question only when the service certainly refused it', async () => {
    for (const answer of [...refusals, ...uncertain]) {
      const isRefused = refusals.includes(answer)
      const parts = newChunks()
      serviceThat(answer)
      expect((await send(parts)).status).toBe(502)
      const latest = (await latestBatch())?.entry
      expect(latest?.sha256 === sha256Of(parts)).toBe(!isRefused)
      if (!isRefused) expect(latest?.result).toBeNull()
      serviceThat(Response.json(taken))
      const response = await send(parts)
      expect(response.status).toBe(isRefused ? 200 : 409)
      if (isRefused) continue
      expect(await response.json()).toMatchObject({ kind: 'sent_before', earlier: { batchId: null } })
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
    const init = { method: 'POST', headers: request({ chunks: parts }).request.headers, body, duplex: 'half' }
    expect((await POST(new Request(`${app.origin}/`, init as RequestInit))).status).toBe(499)
    expect((await send(parts)).status).toBe(200)
  })

  it('counts as new when the service refused it before its last byte', async () => {
    const parts = newChunks()
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: AsyncGenerator<Uint8Array> }) => {
      for (let piece = 0; piece < 3; piece += 1) await body.next()
      void body.next().catch(() => {})
      return refusal(403, 'No')
    })
    expect((await send(parts)).status).toBe(502)
    await vi.advanceTimersByTimeAsync(50)
    serviceThat(Response.json(taken))
    expect((await send(parts)).status).toBe(200)
  })

  it('stays sent when another sender sent it again before the service refused the first one', async () => {
    const parts = newChunks()
    let refuse = (_response: Response) => {}
    const read: string[] = []
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      read.push(await new Response(init.body ?? null).text())
      if (read.length > 1) return Response.json(taken)
      return new Promise<Response>((resolve) => (refuse = resolve))
    })
    const first = send(parts)
    await vi.waitFor(() => expect(read).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(50)
    expect((await send(parts, again)).status).toBe(200)
    refuse(refusal(403, 'No'))
    expect((await first).status).toBe(502)
    const asked = await send(parts)
    expect(await asked.json()).toMatchObject({ kind: 'sent_before', earlier: { batchId: taken.id } })
  })

  it('is claimed by one of two senders, and the service gets the end of only one form', async () => {
    const parts = newChunks()
    const bodies: string[] = []
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      bodies.push(await new Response(init.body ?? null).text())
      return Response.json(taken)
    })
    const answers = await Promise.all([send(parts), send(parts)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(bodies).toEqual([expect.stringMatching(/--\r\n$/)])
  })
})

describe('the kept batches', () => {
  it('contain the results of their uploads, the newest first', async () => {
    serviceThat(Response.json({ ...taken, queued: 7, failed: 2 }))
    await send(['kept,', 'once\n'])
    expect((await latestBatch())?.entry).toEqual({
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
    await post()
    expect((await findBatch('found'))?.entry.result?.id).toBe('found')
    serviceThat(refusal(500, 'Broken'))
    await post({ headers: { 'X-Admin-Jwt': 'ey.J.x' } })
    const unclear = await latestBatch()
    expect(await findBatch(unclear?.id ?? '')).toMatchObject({ entry: { result: null, credential: 'jwt' } })
    expect(await findBatch('unknown')).toBeUndefined()
  })

  it('include an upload when the user closed its tab before the answer', async () => {
    const abortController = new AbortController()
    let answer = (_response: Response) => {}
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      await new Response(init.body ?? null).text()
      abortController.abort()
      return new Promise<Response>((resolve) => (answer = resolve))
    })
    const response = post({ signal: abortController.signal })
    await vi.advanceTimersByTimeAsync(50)
    expect(abortController.signal.aborted).toBe(true)
    answer(Response.json({ ...taken, queued: 42 }))
    expect((await response).status).toBe(200)
    expect((await latestBatch())?.entry.result?.queued).toBe(42)
  })
})

it('the audit of uploads records the size of an upload with its batch, or with the problem when the service has refused it', async () => {
  const accepted = Response.json({ ...taken, queued: 7, failed: 2 })
  const refused = refusal(403, 'Forbidden')
  for (const [answer, headers, what, besides] of [
    [accepted, {}, taken.id, { credential: 'key', queued: 7, failed: 2 }],
    [refused, { 'X-Admin-Jwt': 'ey.J.x' }, 'forbidden', { credential: 'jwt' }],
  ] as const) {
    audited.mockClear()
    serviceThat(answer)
    const chunks = newChunks()
    const sizeBytes = chunks.join('').length
    await send(chunks, { ...headers, 'Content-Length': String(sizeBytes) })
    expect(audited).toHaveBeenCalledExactlyOnceWith(olivia, { action: 'upload', what, sizeBytes }, besides)
  }
})

it('the audit of uploads records nothing when the request is invalid or an earlier file had the same bytes', async () => {
  const seen = serviceThat(Response.json(taken))
  const chunks = newChunks()
  const first = await send(chunks)
  const invalid: [number, string, Record<string, string>][] = [
    [403, 'elsewhere', { Origin: 'https://other.example' }],
    [403, 'elsewhere', { Origin: 'null' }],
    [403, 'elsewhere', { 'Sec-Fetch-Site': 'cross-site' }],
    [403, 'elsewhere', { 'Sec-Fetch-Site': 'same-site' }],
    [400, 'malformed', { 'X-Admin-Jwt': 'a b' }],
  ]
  audited.mockClear()
  seen.text = ''
  for (const [status, text, headers] of invalid) {
    const refused = await send(newChunks(), headers)
    const answer = { kind: 'refused', text: consoleTexts()(`uploads.refused.${text as 'elsewhere'}`) }
    expect([refused.status, await refused.json(), seen.text], JSON.stringify(headers)).toEqual([status, answer, ''])
    for (const response of [first, refused]) {
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    }
  }
  expect((await send(chunks)).status).toBe(409)
  expect(audited).not.toHaveBeenCalled()
})
