import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { allowSlowRequests } from './slow-requests'

/** Sends a body that takes 600 ms to a server that gives a request 100 ms, and looks every 20 ms. */
async function statusOfSlowRequest(): Promise<number | undefined> {
  const server = createServer({ requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 })
  server.on('request', (incoming, outgoing) => incoming.resume().on('end', () => outgoing.end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const outgoing = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'Content-Length': 2 } })
  // It may be closed while it is still written to.
  outgoing.on('error', () => {})
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  outgoing.write('a')
  await Promise.race([sleep(600), answered])
  outgoing.end('b')
  const [answer] = await answered
  answer.resume()
  server.close()
  server.closeAllConnections()
  return answer.statusCode
}

it('lets a request take longer than the server would', async () => {
  expect(await statusOfSlowRequest()).toBe(408)
  allowSlowRequests()
  expect(await statusOfSlowRequest()).toBe(200)
})
