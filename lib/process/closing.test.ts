import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openRaw } from '@/e2e/harness/raw-client'
import { closeAfterResponse, refuse } from './closing'
import { listen } from './test-support'

it('closes the connection with the response where the request is whole', async () => {
  const { port } = await listen((request, response) => {
    closeAfterResponse(request, response)
    response.end('done')
  })
  const client = openRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const startedAt = performance.now()
  await client.closed
  expect(client.received()).toMatch(/Connection: close[^]*done/)
  expect(performance.now() - startedAt).toBeLessThan(1000)
})

it('lets who still sends read a refusal, and closes the connection then', async () => {
  const { port } = await listen((request, response) => {
    refuse(request, response, { status: 413, text: 'too large' }, { 'X-A': 'b' })
  })
  const client = openRaw(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n', {
    sendsOn: true,
  })
  const block = 'x'.repeat(100_000)
  let sent = 0
  const startedAt = performance.now()
  while (!client.socket.destroyed && performance.now() - startedAt < 5000) {
    if (client.socket.write(block)) sent += block.length
    await sleep(20)
  }
  expect(client.received()).toMatch(/^HTTP\/1\.1 413 [^]*X-A: b[^]*too large/)
  // It was read on for a moment, and no longer.
  expect(sent).toBeGreaterThan(1_000_000)
  expect(performance.now() - startedAt).toBeLessThan(4000)
})
