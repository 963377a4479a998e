import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { uploadBatch, type BatchFile } from './upload'
import { access, errorOf, hang, stubFetch } from './test-support'

const taken = { id: '01JCZX3M5N4T9QK2R7W8Y6V0AB', queued: 2, failed: 0 }

let fetchMock: Mock<typeof fetch>
let cancel: Mock<(reason: unknown) => void>

beforeEach(() => {
  fetchMock = stubFetch()
  cancel = vi.fn()
})

const file = (change: Partial<BatchFile> = {}): BatchFile => ({
  name: 'runs.csv',
  content: new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(10)), cancel }),
  ...change,
})

const piecesOf = (init: RequestInit | undefined) => init?.body as unknown as AsyncGenerator<Uint8Array>

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const encoder = new TextEncoder()
const streamOf = (...chunks: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

describe('the form of uploadBatch', () => {
  const sent: Response[] = []
  beforeEach(() => {
    sent.length = 0
    fetchMock.mockImplementation(async (_input, init) => {
      const body = new Response(init?.body ?? null, { headers: init?.headers ?? {} })
      sent.push(new Response(await body.arrayBuffer(), { headers: body.headers }))
      return Response.json(taken)
    })
  })

  it('has the file as its only part, which may be empty, and a new boundary', async () => {
    for (const content of ['a,b', '']) {
      expect(await uploadBatch(access, file({ content: new Blob([content]).stream() }))).toEqual({
        ok: true,
        data: taken,
      })
    }
    const [first, second] = sent.map(({ headers }) => headers.get('Content-Type'))
    expect(first).not.toBe(second)
    for (const size of [3, 0]) {
      const form = await sent.shift()?.formData()
      expect([...(form ?? [])]).toMatchObject([['csv_file', { name: 'runs.csv', type: 'text/csv', size }]])
    }
  })

  it('has the escaped name of the file', async () => {
    for (const [name = '', written] of [
      ['task "runs".csv', 'task %22runs%22.csv'],
      ['a\r\nContent-Type: text/html\r\n\r\n.csv', 'a%0D%0AContent-Type: text/html%0D%0A%0D%0A.csv'],
      ['läufe 任务.csv', 'läufe 任务.csv'],
      ['back\\slash;semicolon=.csv', 'back\\slash;semicolon=.csv'],
      ['half \ud800.csv', 'half \ufffd.csv'],
    ]) {
      await uploadBatch(access, file({ name, content: streamOf() }))
      const [, disposition, type, blank] = (await sent.pop()?.text())?.split('\r\n') ?? []
      expect(disposition).toBe(`Content-Disposition: form-data; name="csv_file"; filename="${written}"`)
      expect([type, blank]).toEqual(['Content-Type: text/csv', ''])
    }
  })

  it('fails when the content has another size than given, and has nothing beyond that size', async () => {
    const content = () => streamOf(...['a,b\n', '1,2\n', '3,4\n'].map((text) => encoder.encode(text)))
    await uploadBatch(access, file({ content: content(), sizeBytes: 12 }))
    for (const sizeBytes of [11, 13, 5, 0]) {
      const upload = uploadBatch(access, file({ content: content(), sizeBytes }))
      await expect(upload, `${sizeBytes}`).rejects.toBeInstanceOf(RangeError)
    }
    const pieces: string[] = []
    fetchMock.mockImplementation(async (_input, init) => {
      for await (const piece of piecesOf(init)) pieces.push(new TextDecoder().decode(piece))
      return Response.json(taken)
    })
    await expect(uploadBatch(access, file({ content: content(), sizeBytes: 5 }))).rejects.toBeInstanceOf(RangeError)
    expect(pieces.slice(1)).toEqual(['a,b\n'])
  })

  it('is read one chunk at a time, on demand, in pieces of at most 64 KiB', async () => {
    const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(150_000)))
    const content = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
    const read: [chunks: number, bytes: number | undefined][] = []
    fetchMock.mockImplementation(async (_input, init) => {
      expect(pull).not.toHaveBeenCalled()
      for await (const piece of piecesOf(init)) {
        read.push([pull.mock.calls.length, piece.byteLength])
        if (read.length === 5) break
      }
      return Response.json(taken)
    })
    await uploadBatch(access, file({ content }))
    expect(read.slice(1)).toEqual([
      [1, 65_536],
      [1, 65_536],
      [1, 18_928],
      [2, 65_536],
    ])
    expect(read[0]).toMatchObject([0, expect.any(Number)])
  })
})

it('uploadBatch sends nothing when the JWT is invalid or the file has no name', async () => {
  for (const adminJwt of ['', 'eyJ.a.b\n', 'two words']) {
    await expect(uploadBatch(access, file(), { adminJwt })).rejects.toBeInstanceOf(TypeError)
  }
  await expect(uploadBatch(access, file({ name: '' }))).rejects.toBeInstanceOf(RangeError)
  expect(fetchMock).not.toHaveBeenCalled()
  expect(cancel).toHaveBeenCalledTimes(4)
})

describe('the deadline of uploadBatch', () => {
  it('does not pass while the upload makes progress', async () => {
    vi.useFakeTimers()
    // Each chunk arrives within the limit, but both together take longer than the limit.
    const readSlowly: typeof fetch = async (_input, init) => {
      for await (const _ of piecesOf(init)) await pause(90_000)
      return Response.json(taken)
    }
    fetchMock.mockImplementation((...call) => Promise.race([hang(...call), readSlowly(...call)]))
    let chunks = 0
    const content = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await pause(90_000)
          chunks += 1
          if (chunks > 100) controller.close()
          else controller.enqueue(new Uint8Array(1000))
        },
      },
      { highWaterMark: 0 },
    )
    const upload = uploadBatch(access, { name: 'runs.csv', content })
    await vi.advanceTimersByTimeAsync(210 * 90_000)
    expect(await upload).toEqual({ ok: true, data: taken })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no timer behind when the service answers before the body is read', async () => {
    vi.useFakeTimers()
    let body: AsyncGenerator<Uint8Array> | undefined
    fetchMock.mockImplementation(async (_input, init) => {
      body = piecesOf(init)
      return Response.json({ error: 'Forbidden' }, { status: 403 })
    })
    expect(await errorOf(uploadBatch(access, file()))).toMatchObject({ kind: 'forbidden' })
    // The reader of the body may continue briefly before it notices the abort.
    await body?.next()
    expect(vi.getTimerCount()).toBe(0)
  })
})
