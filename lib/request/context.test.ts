import { once } from 'node:events'
import { Agent, createServer, get, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correlationId, outsideRequests, perRequest, runInRequest, socketAddress } from './context'

let server: Server
let port: number
const agent = new Agent({ keepAlive: true, maxSockets: 5 })

beforeAll(async () => {
  server = createServer((request, response) => {
    const isBehindProxy = request.url === '/proxied'
    void runInRequest({ request, response, isBehindProxy, allowBodyTime: () => {} }, async () => {
      // What a page does: it waits, and runs in callbacks that something else has called.
      await sleep(Math.random() * 10)
      const later = await new Promise<unknown>((resolve) =>
        setImmediate(() => resolve([correlationId(), socketAddress(), outsideRequests(correlationId)])),
      )
      const values = [1, 2].map((value) => perRequest('value', () => value))
      response.end(JSON.stringify(request.url === '/values' ? values : later))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => {
  agent.destroy()
  server.close()
})

/** The id in the response's header, and what its code has seen. */
function request(id?: string, path = '/proxied'): Promise<{ header: unknown; seen: unknown[] }> {
  return new Promise((resolve, reject) => {
    const headers = id === undefined ? {} : { 'X-Request-Id': id }
    get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ header: response.headers['x-request-id'], seen: JSON.parse(text) }))
    }).on('error', reject)
  })
}

describe('the context of a request', () => {
  it('is its own, however many share a connection', async () => {
    const ids = Array.from({ length: 200 }, (_, number) => `request-${number}`)
    const answers = await Promise.all(ids.map((id) => request(id)))
    expect(answers).toEqual(ids.map((id) => ({ header: id, seen: [id, '127.0.0.1', null] })))
  })

  it('has an id where the proxy has sent none', async () => {
    const { header, seen } = await request()
    expect(header).toMatch(/^[0-9A-Z]{10}$/)
    expect(seen[0]).toBe(header)
  })

  it('has an id of its own where there is no proxy, whatever a client sends', async () => {
    const { header, seen } = await request('chosen', '/')
    expect(header).toMatch(/^[0-9A-Z]{10}$/)
    expect(seen[0]).toBe(header)
  })

  it('is not there outside of one', () => {
    expect(correlationId()).toBeUndefined()
    expect(socketAddress()).toBe('')
  })

  it('makes a value once, and anew for the next request and outside of any', async () => {
    expect((await request(undefined, '/values')).seen).toEqual([1, 1])
    expect((await request(undefined, '/values')).seen).toEqual([1, 1])
    expect([1, 2].map((value) => perRequest('value', () => value))).toEqual([1, 2])
  })
})
