import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach } from 'vitest'
import { listen as listenOnLoopback, type Listening } from '@/e2e/harness/listen'

const running: Listening[] = []

afterEach(() => Promise.all(running.splice(0).map(({ close }) => close())))

/** Starts a server on loopback, and closes it after the test. */
export async function listen(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener)
  const listening = await listenOnLoopback(server)
  running.push(listening)
  return { server, port: listening.port }
}
