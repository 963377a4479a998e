import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openRaw } from '@/e2e/harness/raw-client'
import { trackConnections, type Connections } from './connections'
import { listen } from './test-support'

const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n'

type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  allowBodyTime: (milliseconds: number) => void,
) => void

/** Answers once the body is there. */
const whenWhole: Answer = (request, response) => request.resume().on('end', () => response.end('whole'))

async function track(
  answer: Answer,
  { max = 10, bodyMs = 200 } = {},
): Promise<{ port: number; connections: Connections }> {
  const connections = trackConnections({ max, bodyMs })
  const { server, port } = await listen((request, response) => {
    answer(request, response, connections.received(request, response))
  })
  server.on('connection', (socket) => connections.opened(socket))
  return { port, connections }
}

it('closes a connection whose body takes too long, and says so', async () => {
  const { port } = await track(whenWhole)
  const late = openRaw(port, post)
  const startedAt = performance.now()
  await late.closed
  expect(performance.now() - startedAt).toBeGreaterThan(150)
  expect(late.received()).toMatch(/^HTTP\/1\.1 408 /)
})

it('leaves one whose body comes in time, however long the answer takes', async () => {
  const { port } = await track((request, response) => {
    request.resume().on('end', () => void sleep(400).then(() => response.end('whole')))
  })
  const client = openRaw(port, post)
  client.socket.write('body')
  await expect.poll(client.received, { timeout: 2000 }).toContain('whole')
})

it('gives a body that drips no more time where the answer is there already', async () => {
  const { port } = await track((_request, response) => void response.end('early'))
  const client = openRaw(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n')
  const drip = setInterval(() => client.socket.write('a'), 20)
  await client.closed
  clearInterval(drip)
  expect(client.received()).toContain('early')
  expect(client.received()).not.toContain('408')
})

it('gives a body the time that its handler allows', async () => {
  const { port } = await track((request, response, allowBodyTime) => {
    allowBodyTime(1000)
    whenWhole(request, response, allowBodyTime)
  })
  const inTime = openRaw(port, post)
  const late = openRaw(port, post)
  await sleep(500)
  inTime.socket.write('body')
  await expect.poll(inTime.received).toContain('whole')
  await late.closed
  expect(late.received()).toMatch(/^HTTP\/1\.1 408 /)
})

it('closes the connection that has waited longest where there are too many', async () => {
  const { port } = await track(
    (request, response, allowBodyTime) => {
      if (request.url === '/file') allowBodyTime(60_000)
      if (request.method === 'HEAD') response.end()
    },
    { max: 4, bodyMs: 60_000 },
  )
  const answering = openRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const uploading = openRaw(port, post.replace('/', '/file'))
  const halfSent = openRaw(port, post)
  await sleep(100)
  const silent = openRaw(port)
  await sleep(100)
  const one = openRaw(port, 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n')
  await halfSent.closed
  const two = openRaw(port, 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n')
  await silent.closed
  await expect.poll(() => [one.received(), two.received()].every((text) => text.includes('200 OK'))).toBe(true)
  expect([answering, uploading].map(({ socket }) => socket.destroyed)).toEqual([false, false])
})

it('closes no connection on which something is to be answered: then a new one is refused', async () => {
  const { port } = await track(() => {}, { max: 1 })
  const answering = openRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await sleep(100)
  await openRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n').closed
  expect(answering.socket.destroyed).toBe(false)
})

it('closes idle connections at once, and the others with their responses', async () => {
  const { port, connections } = await track((request, response) => {
    if (request.url === '/now') return void response.end('now')
    if (request.url === '/begun') response.flushHeaders()
    void sleep(200).then(() => response.end('later'))
  })
  const silent = openRaw(port)
  const idle = openRaw(port, 'GET /now HTTP/1.1\r\nHost: a\r\n\r\n')
  const busy = openRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const begun = openRaw(port, 'GET /begun HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => [idle.received().includes('now'), connections.unanswered()]).toEqual([true, 2])
  await expect.poll(() => begun.received()).toContain('200 OK')
  connections.closeAfterResponses()
  connections.closeIdle()
  await Promise.all([silent.closed, idle.closed])
  expect(busy.received()).toBe('')
  await busy.closed
  expect(busy.received()).toMatch(/Connection: close[^]*later/)
  await begun.closed
  expect(begun.received()).toMatch(/later/)
  expect(connections.unanswered()).toBe(0)
})
