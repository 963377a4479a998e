import type { RequestListener, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { openRaw } from '@/e2e/harness/raw-client'
import { trackConnections } from './connections'
import { listen } from './test-support'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

async function track(answer: RequestListener) {
  const connections = trackConnections()
  let received = 0
  const { server, port } = await listen((request, response) => {
    received += 1
    if (connections.isFirst(response)) answer(request, response)
  })
  server.on('connection', (socket) => connections.opened(socket))
  return { port, connections, received: () => received }
}

describe('trackConnections with pipelined requests', () => {
  it.each([
    ['before its head is sent', false],
    ['after its head is sent', true],
  ])('answers only the first request and closes the connection when others arrive %s', async (_when, isHeadSent) => {
    const asked: (string | undefined)[] = []
    const responses: ServerResponse[] = []
    const { port, connections, received } = await track((request, response) => {
      asked.push(request.url)
      responses.push(response)
      if (isHeadSent) response.flushHeaders()
    })
    const client = openRaw(port, get('/1'))
    await expect.poll(() => connections.unanswered()).toBe(1)
    client.socket.write(Array.from({ length: 50 }, (_, number) => get(`/${number + 2}`)).join(''))
    await expect.poll(received).toBeGreaterThan(1)
    responses[0]?.end('first')
    await client.closed
    expect(asked).toEqual(['/1'])
    expect(client.received().match(/HTTP\/1\.1 200/g)).toHaveLength(1)
    expect(client.received()).toContain('first')
    expect(connections.unanswered()).toBe(0)
  })

  it('keeps no response open when the client disconnects', async () => {
    const open = new Set<ServerResponse>()
    const { port, connections } = await track((_request, response) => {
      open.add(response)
      response.once('close', () => open.delete(response))
      response.write('begun')
    })
    const clients = Array.from({ length: 5 }, () => openRaw(port, get('/').repeat(20)))
    await expect.poll(() => open.size).toBe(5)
    for (const { socket } of clients) socket.destroy()
    // A paused connection notices the disconnect only when the server writes to it.
    await expect
      .poll(() => {
        for (const response of open) response.write('on')
        return [open.size, connections.unanswered()]
      })
      .toEqual([0, 0])
  })

  it('answers each request when the client waits for the previous answer', async () => {
    const { port } = await track((request, response) => void response.end(request.url))
    const client = openRaw(port, get('/1'))
    await expect.poll(client.received).toContain('/1')
    client.socket.write(get('/2'))
    await expect.poll(client.received).toContain('/2')
    client.socket.destroy()
  })
})

it('closeIdle closes idle connections at once, and other connections after their responses', async () => {
  const unfinished: ServerResponse[] = []
  const { port, connections } = await track((request, response) => {
    if (request.url === '/now') return void response.end('now')
    if (request.url === '/begun') response.flushHeaders()
    unfinished.push(response)
  })
  const silent = openRaw(port)
  const idle = openRaw(port, get('/now'))
  const busy = openRaw(port, get('/'))
  const begun = openRaw(port, get('/begun'))
  await expect.poll(() => [idle.received().includes('now'), connections.unanswered()]).toEqual([true, 2])
  await expect.poll(begun.received).toContain('200 OK')
  connections.closeIdle()
  await Promise.all([silent.closed, idle.closed, openRaw(port, get('/now')).closed])
  expect(busy.received()).toBe('')
  for (const response of unfinished) response.end('later')
  await busy.closed
  expect(busy.received()).toMatch(/later/)
  await begun.closed
  expect(begun.received()).toMatch(/later/)
  expect(connections.unanswered()).toBe(0)
})
