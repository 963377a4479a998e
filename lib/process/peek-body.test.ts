import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { openRaw } from '@/e2e/harness/raw-client'
import { peekBody } from './peek-body'
import { listen } from './test-support'

const head = (length: number) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`

/** Peeks at each body, and answers with the number of bytes seen and then read. */
async function peeking(onError = vi.fn<(error: unknown) => void>()) {
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const seen = await peekBody(request, Number(request.headers['content-length']))
    await sleep(20)
    const read = await buffer(request)
    response.end(`seen ${seen.length}, read ${read.length}, ${read.equals(Buffer.from(seen, 'latin1'))}`)
  }
  const { port } = await listen((request, response) => void answer(request, response).catch(onError))
  return { port, onError }
}

it.each([0, 1, 5000, 65_536])('leaves a body of %i bytes to be read again', async (length) => {
  const { port } = await peeking()
  const client = openRaw(port, head(length) + 'x'.repeat(length))
  await expect.poll(client.received).toContain(`seen ${length}, read ${length}, true`)
})

it('waits for a body that comes in pieces, and for the next one on the same connection', async () => {
  const { port } = await peeking()
  const client = openRaw(port, head(9))
  for (const piece of ['abc', 'def', 'ghi']) {
    await sleep(20)
    client.socket.write(piece)
  }
  await expect.poll(client.received).toContain('seen 9, read 9, true')
  client.socket.write(`${head(4)}jklm`)
  await expect.poll(client.received).toContain('seen 4, read 4, true')
})

it('fails where the sender goes in the middle', async () => {
  const { port, onError } = await peeking()
  const client = openRaw(port, `${head(9)}abc`)
  await sleep(50)
  client.socket.destroy()
  await expect.poll(() => onError.mock.calls.length).toBe(1)
})
