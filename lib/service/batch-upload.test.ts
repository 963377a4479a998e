import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import { interpretBatchUpload, uploadBatch, type BatchFile } from './batch-upload'
import { access, networkFailure, rejection, stubFetch } from './test-support'

const taken = { id: '01JCZX3M5N4T9QK2R7W8Y6V0AB', queued: 2, failed: 0 }
const csv = 'task_id,event_id\n1,a\n2,b\n'

let fetchMock: Mock<typeof fetch>
let cancel: Mock<(reason: unknown) => void>

beforeEach(() => {
  fetchMock = stubFetch()
  cancel = vi.fn()
})
afterEach(() => void vi.useRealTimers())

/** A file whose content arrives completely, or arrives and then stalls. */
function file({ ends = true } = {}, change: Partial<BatchFile> = {}): BatchFile {
  const content = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(csv))
      if (ends) controller.close()
    },
    cancel,
  })
  return { name: 'runs.csv', content, ...change }
}

function streamOf(init: RequestInit | undefined): ReadableStream<Uint8Array> {
  if (init?.body instanceof ReadableStream) return init.body
  throw new Error('The body is not a stream.')
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A service that reads the body until it ends or breaks off, and then answers. */
const readAndAnswer: typeof fetch = (_input, init) => readSlowly(init, 0)

async function readSlowly(init: RequestInit | undefined, msForEach: number): Promise<Response> {
  const reader = streamOf(init).getReader()
  const aborted = new Promise<never>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })
  for (let isRead = false; !isRead;) {
    const piece = await Promise.race([reader.read(), aborted])
    isRead = piece.done
    if (msForEach > 0) await Promise.race([pause(msForEach), aborted])
  }
  return Response.json(taken, { status: 202 })
}

const headersOfCall = () => new Headers(fetchMock.mock.calls[0]?.[1]?.headers)

describe('uploadBatch', () => {
  it('sends a form with the file as its only part, as a stream', async () => {
    let sent = new FormData()
    fetchMock.mockImplementation(async (_input, init) => {
      sent = await new Response(streamOf(init), { headers: headersOfCall() }).formData()
      return Response.json(taken, { status: 202 })
    })
    expect(await uploadBatch(access, file())).toEqual(taken)
    const [url, init] = fetchMock.mock.calls[0] ?? []
    expect(url).toBe('https://service.example/api/subnets/01ARZ3NDEKTSV4RRFFQ69G5FAV/task_batch_uploads')
    expect(init).toMatchObject({ method: 'POST', duplex: 'half', redirect: 'error' })
    expect(headersOfCall().get('Authorization')).toBe('Bearer key-of-this-test')
    expect(headersOfCall().has('Content-Length')).toBe(false)
    expect([...sent.keys()]).toEqual(['csv_file'])
    const part = sent.get('csv_file') as File
    expect([part.name, part.type, await part.text()]).toEqual(['runs.csv', 'text/csv', csv])
  })

  it('sends Content-Length when the size is known', async () => {
    let length = 0
    fetchMock.mockImplementation(async (_input, init) => {
      length = (await new Response(streamOf(init)).arrayBuffer()).byteLength
      return Response.json(taken)
    })
    await uploadBatch(access, file({}, { sizeBytes: csv.length, name: 'läufe.csv' }))
    expect(Number(headersOfCall().get('Content-Length'))).toBe(length)
  })

  it('sends a JWT instead of the API key', async () => {
    fetchMock.mockImplementation(readAndAnswer)
    await uploadBatch(access, file(), { adminJwt: 'eyJ.a.b' })
    expect(headersOfCall().get('Authorization')).toBe('Bearer eyJ.a.b')
  })

  it('sends nothing for an invalid JWT, not even with the API key instead, and nothing for a file without a name', async () => {
    for (const adminJwt of ['', 'eyJ.a.b\n', 'two words']) {
      expect(await rejection(uploadBatch(access, file({ ends: false }), { adminJwt }))).toBeInstanceOf(TypeError)
    }
    expect(await rejection(uploadBatch(access, file({ ends: false }, { name: '' })))).toBeInstanceOf(RangeError)
    expect(fetchMock).not.toHaveBeenCalled()
    expect(cancel).toHaveBeenCalledTimes(4)
  })
})

describe('uploadBatch, when it fails', () => {
  it('does not retry after a network failure or a 5xx', async () => {
    fetchMock.mockRejectedValueOnce(networkFailure('ECONNRESET'))
    expect(await rejection(uploadBatch(access, file({ ends: false })))).toMatchObject({ code: 'ECONNRESET' })
    fetchMock.mockResolvedValueOnce(new Response('busy', { status: 503 }))
    expect(await rejection(uploadBatch(access, file({ ends: false })))).toMatchObject({ status: 503 })
    expect(fetchMock).toHaveBeenCalledTimes(2)
    expect(cancel).toHaveBeenCalledTimes(2)
  })

  it('cancels the content with the reason of an abort', async () => {
    fetchMock.mockImplementation(readAndAnswer)
    const controller = new AbortController()
    const upload = rejection(uploadBatch(access, file({ ends: false }), { signal: controller.signal }))
    controller.abort('no longer wanted')
    expect(await upload).toBe('no longer wanted')
    expect(cancel).toHaveBeenCalledWith('no longer wanted')
  })

  it('throws the error of the content', async () => {
    fetchMock.mockImplementation(async (_input, init) => {
      await new Response(streamOf(init)).text().catch(() => {})
      throw networkFailure('UND_ERR_SOCKET')
    })
    const failure = new Error('The browser has disconnected.')
    const content = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(failure) })
    expect(await rejection(uploadBatch(access, { name: 'runs.csv', content }))).toBe(failure)
  })

  it('times out when the content stalls, even while the service waits for it', async () => {
    fetchMock.mockImplementation(readAndAnswer)
    const timeout = { name: 'ServiceTimeoutError', operation: 'uploadBatch', deadlineMs: 20 }
    expect(await rejection(uploadBatch(access, file({ ends: false }), { stallMs: 20 }))).toMatchObject(timeout)
    expect(cancel).toHaveBeenCalledOnce()
  })
})

describe('the deadline of uploadBatch', () => {
  it('does not pass while the upload makes progress', async () => {
    vi.useFakeTimers()
    // Each chunk arrives within the limit, but both together take longer than the limit.
    fetchMock.mockImplementation((_input, init) => readSlowly(init, 90_000))
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
    expect(await upload).toEqual(taken)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no timer behind when the service answers before the body is read', async () => {
    vi.useFakeTimers()
    let body: ReadableStream<Uint8Array> | undefined
    fetchMock.mockImplementation(async (_input, init) => {
      body = streamOf(init)
      return Response.json({ error: 'Forbidden' }, { status: 403 })
    })
    expect(await rejection(uploadBatch(access, file()))).toMatchObject({ kind: 'forbidden' })
    // The reader of the body may continue briefly before it notices the abort.
    await body?.getReader().read()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('interpretBatchUpload', () => {
  it('throws for a body without one of its fields', async () => {
    for (const path of Object.keys(taken)) {
      const error = await rejection(interpretBatchUpload(Response.json({ ...taken, [path]: undefined })))
      expect(error).toMatchObject({ name: 'ServiceProtocolError', operation: 'uploadBatch', path })
    }
  })

  it('accepts any 2xx, and throws a refusal with the kind that status and text give', async () => {
    const batch = { ...taken, failed: 3 }
    for (const status of [200, 201, 202]) {
      expect(await interpretBatchUpload(Response.json(batch, { status }))).toEqual(batch)
    }
    const refused = Response.json({ error: 'CSV file is required' }, { status: 422 })
    const error = { name: 'ServiceRefusedError', kind: 'csv_missing', status: 422 }
    expect(await rejection(interpretBatchUpload(refused))).toMatchObject(error)
  })
})
