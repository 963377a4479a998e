import { beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { uploadBatch } from './batch-upload'
import type { BatchFile } from './multipart'
import { access, hang, rejection, stubFetch } from './test-support'

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

it('uploadBatch sends the file as the only part of a form', async () => {
  let sent = new FormData()
  fetchMock.mockImplementation(async (_input, init) => {
    sent = await new Response(init?.body ?? null, { headers: init?.headers ?? {} }).formData()
    return Response.json(taken)
  })
  expect(await uploadBatch(access, file({ content: new Blob(['a,b']).stream() }))).toEqual(taken)
  expect([...sent.values()]).toMatchObject([{ name: 'runs.csv', type: 'text/csv', size: 3 }])
})

it('uploadBatch sends nothing when the JWT is invalid or the file has no name', async () => {
  for (const adminJwt of ['', 'eyJ.a.b\n', 'two words']) {
    expect(await rejection(uploadBatch(access, file(), { adminJwt }))).toBeInstanceOf(TypeError)
  }
  expect(await rejection(uploadBatch(access, file({ name: '' })))).toBeInstanceOf(RangeError)
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
    expect(await upload).toEqual(taken)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no timer behind when the service answers before the body is read', async () => {
    vi.useFakeTimers()
    let body: AsyncGenerator<Uint8Array> | undefined
    fetchMock.mockImplementation(async (_input, init) => {
      body = piecesOf(init)
      return Response.json({ error: 'Forbidden' }, { status: 403 })
    })
    expect(await rejection(uploadBatch(access, file()))).toMatchObject({ kind: 'forbidden' })
    // The reader of the body may continue briefly before it notices the abort.
    await body?.next()
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('uploadBatch throws when one of the fields is missing', async () => {
  for (const path of Object.keys(taken)) {
    fetchMock.mockResolvedValueOnce(Response.json({ ...taken, [path]: undefined }))
    expect(await rejection(uploadBatch(access, file()))).toMatchObject({
      name: 'ServiceProtocolError',
      operation: 'uploadBatch',
      path,
    })
  }
})
