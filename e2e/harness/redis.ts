import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import getPort from 'get-port'

const startTimeoutMs = 10_000

/** A Redis of its own, as a process on a free port of loopback. It keeps nothing on disk. */
export interface Redis {
  url: string
  port: number
  /** Stops it at once, without a word to those who are connected; `start` brings an empty one back. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Leaves connections open and answers nothing, until `resume`. */
  pause(): void
  resume(): void
  close(): Promise<void>
}

/** Starts a Redis. Needs `redis-server` in the path, as Debian's package `redis-server` has it. */
export async function startRedis(): Promise<Redis> {
  const port = await getPort()
  let server = await run(port)
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exit = once(server, 'exit')
    server.kill('SIGKILL')
    await exit
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    stop,
    start: async () => {
      server = await run(port)
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    close: stop,
  }
}

async function run(port: number) {
  const options = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  const server = spawn('redis-server', options.map(String), { stdio: ['ignore', 'pipe', 'inherit'] })
  const failure = once(server, 'error').then(([error]) => {
    throw new Error("redis-server cannot be started: install it, as with Debian's package redis-server", {
      cause: error,
    })
  })
  const timeout = AbortSignal.timeout(startTimeoutMs)
  await Promise.race([failure, ready(server.stdout, timeout)])
  server.stdout.resume()
  return server
}

async function ready(output: NodeJS.ReadableStream, signal: AbortSignal): Promise<void> {
  const lines = createInterface({ input: output, signal })
  for await (const line of lines) if (line.includes('Ready to accept connections')) return
  throw new Error('redis-server has not started.')
}
