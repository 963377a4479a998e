import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { uploadBatch, type UploadOptions } from '@/lib/service'
import { errorOf } from '@/lib/service/test-support'
import { listen } from '../harness/listen'

/*
 * The memory and the connections of an upload, with servers that misbehave below the level of HTTP: a server that does
 * not read, or answers before it has read.
 */
const megabyte = 1024 * 1024
const taken = JSON.stringify({ id: '01JCZX3M5N4T9QK2R7W8Y6V0AB', queued: 1, failed: 0 })

const closes: (() => Promise<void>)[] = []
afterEach(() => Promise.all(closes.splice(0).map((close) => close())))

async function startServer(
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>,
): Promise<string> {
  const server = await listen(createServer((incoming, outgoing) => void answer(incoming, outgoing)))
  closes.push(server.close)
  return `http://127.0.0.1:${server.port}`
}

/** Generates a file of `sizeBytes` while it is read. */
function generated(sizeBytes: number) {
  const made = { bytes: 0 }
  const cancel = vi.fn<(reason: unknown) => void>()
  const content = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (made.bytes >= sizeBytes) return controller.close()
        made.bytes += megabyte / 4
        controller.enqueue(new Uint8Array(megabyte / 4).fill(0x61))
      },
      cancel,
    },
    { highWaterMark: 0 },
  )
  return { made, cancel, content }
}

/** Starts a server that reads and never answers. It reports whether each request was complete at its end. */
async function startEndless() {
  const endings: boolean[] = []
  const baseUrl = await startServer((incoming) => {
    incoming.resume()
    incoming.on('close', () => endings.push(incoming.complete))
  })
  return { baseUrl, endings }
}

const names = { signature: '', from: '', until: '', page: '', limit: '', address: '' }
const upload = (
  baseUrl: string,
  content: ReadableStream<Uint8Array>,
  { sizeBytes, ...options }: UploadOptions & { sizeBytes?: number | undefined } = {},
) =>
  uploadBatch({ baseUrl, subnetId: 'SUBNET', apiKey: 'key', names }, { name: 'runs.csv', content, sizeBytes }, options)

it('an upload does not read far ahead when the service is slower than the content', async () => {
  let received = 0
  let startReading = () => {}
  const baseUrl = await startServer(async (incoming, outgoing) => {
    await new Promise<void>((resolve) => {
      startReading = resolve
    })
    for await (const chunk of incoming) received += (chunk as Buffer).byteLength
    outgoing.end(taken)
  })
  const { made, content } = generated(64 * megabyte)
  const result = upload(baseUrl, content)
  // Wait until the client has stopped reading ahead.
  for (let before = -1; before !== made.bytes || before === 0; await sleep(100)) before = made.bytes
  expect(made.bytes).toBeLessThan(24 * megabyte)
  startReading()
  expect(await result).toMatchObject({ data: { queued: 1 } })
  expect(received).toBeGreaterThan(64 * megabyte)
})

it('an upload fails when the service reads nothing or the content stalls for stallMs', async () => {
  const cancel = vi.fn<(reason: unknown) => void>()
  const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(1000))
  const stalled = { cancel, content: new ReadableStream({ start, cancel }) }
  for (const [baseUrl, file] of [
    [await startServer(() => {}), generated(64 * megabyte)],
    [(await startEndless()).baseUrl, stalled],
  ] as const) {
    const timeout = { name: 'ServiceTimeoutError', operation: 'uploadBatch', deadlineMs: 200 }
    expect(await errorOf(upload(baseUrl, file.content, { stallMs: 200 }))).toMatchObject(timeout)
    expect(file.cancel).toHaveBeenCalledOnce()
  }
})

it('an upload frees the memory of sent bytes', async () => {
  const baseUrl = await startServer(async (incoming, outgoing) => {
    for await (const _ of incoming);
    outgoing.end(taken)
  })
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 5)
  await upload(baseUrl, generated(256 * megabyte).content)
  clearInterval(timer)
  expect(most).toBeLessThan(128 * megabyte)
})

it('an answer before the whole file is sent ends the upload with its error', async () => {
  for (const headers of [{}, { Connection: 'close' }]) {
    const baseUrl = await startServer((_incoming, outgoing) => {
      outgoing.writeHead(403, headers)
      outgoing.end('{"error":"Forbidden"}')
    })
    const { made, cancel, content } = generated(256 * megabyte)
    const refusal = { name: 'ServiceRefusedError', kind: 'forbidden' }
    expect(await errorOf(upload(baseUrl, content)), JSON.stringify(headers)).toMatchObject(refusal)
    expect(cancel).toHaveBeenCalledOnce()
    expect(made.bytes).toBeLessThan(64 * megabyte)
  }
})

it('an upload ends the request as incomplete when its content fails, even after its last byte', async () => {
  const { baseUrl, endings } = await startEndless()
  const failure = new Error('The browser is gone.')
  for (const sizeBytes of [undefined, 8000]) {
    let chunks = 0
    const content = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks += 1
        if (chunks > 8) controller.error(failure)
        else controller.enqueue(new Uint8Array(1000))
      },
    })
    await expect(upload(baseUrl, content, { sizeBytes })).rejects.toBe(failure)
  }
  await vi.waitFor(() => expect(endings).toEqual([false, false]), 10_000)
})
