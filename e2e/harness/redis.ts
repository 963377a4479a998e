import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { createClient } from 'redis'

const startTimeoutMs = 10_000
const lastSlot = 16_383

/** A separate Redis process on a free port of loopback, without data on disk unless its settings keep some. */
export interface Redis {
  url: string
  port: number
  /** The folder of its files. */
  folder: string
  /** Runs a command, such as `command('CONFIG', 'SET', 'maxmemory', '1')`. */
  command(...words: string[]): Promise<unknown>
  /** `fill` makes it refuse writes because its memory is full, and `empty` ends this. */
  fill(): Promise<void>
  empty(): Promise<void>
  /** `demote` makes it the replica of a missing primary, and `promote` makes it a primary again. */
  demote(): Promise<void>
  promote(): Promise<void>
  /** `stop` kills it at once, or with another signal, and `start` starts one on the same port and in the same folder. */
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  /** Keeps connections open without answering until `resume`. */
  pause(): void
  resume(): void
  close(): Promise<void>
}

interface RedisOptions {
  /** Whether to start a cluster with one shard. */
  isCluster?: boolean
  /** The certificate and key in PEM of a Redis that accepts only TLS. */
  tls?: { certificate: string; key: string }
  /** The lines of its file of users. */
  users?: string
  /** Lines of its configuration, in place of those that keep no data. */
  settings?: string
}

/** Starts a Redis. Needs `redis-server` in the path (Debian package `redis-server`). */
export async function startRedis(options: RedisOptions = {}): Promise<Redis> {
  const redis = await startServer(options)
  if (options.isCluster) await takeSlots(redis, 0, lastSlot)
  return redis
}

/** Starts a cluster with two shards. */
export async function startShards(): Promise<[Redis, Redis]> {
  const [one, other] = await Promise.all([startServer({ isCluster: true }), startServer({ isCluster: true })])
  await one.command('CLUSTER', 'MEET', '127.0.0.1', String(other.port))
  const half = Math.floor(lastSlot / 2)
  await Promise.all([takeSlots(one, 0, half), takeSlots(other, half + 1, lastSlot)])
  return [one, other]
}

/** Starts a Sentinel that watches nothing. */
export const startSentinel = (): Promise<Redis> => startServer({ isSentinel: true })

async function startServer(options: RedisOptions & { isSentinel?: boolean }): Promise<Redis> {
  const { isCluster = false, isSentinel = false, tls, users, settings = 'save ""\nappendonly no' } = options
  const port = await getPort({ port: isCluster ? clusterPorts() : [] })
  const folder = await mkdtemp(join(tmpdir(), 'redis-'))
  const configFile = join(folder, 'redis.conf')
  const lines = isSentinel ? [] : [settings, `cluster-enabled ${isCluster ? 'yes' : 'no'}`]
  if (users !== undefined) {
    await writeFile(join(folder, 'users.acl'), users, { mode: 0o600 })
    lines.push('aclfile users.acl')
  }
  if (tls) {
    await writeFile(join(folder, 'certificate.pem'), tls.certificate)
    await writeFile(join(folder, 'key.pem'), tls.key, { mode: 0o600 })
    lines.push('port 0', `tls-port ${port}`, 'tls-auth-clients no')
    lines.push('tls-cert-file certificate.pem', 'tls-key-file key.pem', 'tls-ca-cert-file certificate.pem')
  } else lines.push(`port ${port}`)
  await writeFile(configFile, [`dir ${folder}`, 'bind 127.0.0.1', ...lines, ''].join('\n'))

  const run = () => runServer([configFile, ...(isSentinel ? ['--sentinel'] : [])])
  let server = await run()
  const stop = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exit = once(server, 'exit')
    server.kill(signal)
    await exit
  }
  const url = tls ? `rediss://localhost:${port}` : `redis://127.0.0.1:${port}`
  const command = (...words: string[]) => runCommand(url, words)
  return {
    url,
    port,
    folder,
    command,
    // Its data already exceeds one byte.
    fill: async () => void (await command('CONFIG', 'SET', 'maxmemory', '1')),
    empty: async () => void (await command('CONFIG', 'SET', 'maxmemory', '0')),
    demote: async () => void (await command('REPLICAOF', '127.0.0.1', '1')),
    promote: async () => void (await command('REPLICAOF', 'NO', 'ONE')),
    stop,
    start: async () => {
      server = await run()
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function takeSlots(redis: Redis, first: number, last: number): Promise<void> {
  await redis.command('CLUSTER', 'ADDSLOTSRANGE', String(first), String(last))
  const endsAt = Date.now() + startTimeoutMs
  while (!String(await redis.command('CLUSTER', 'INFO')).includes('cluster_state:ok')) {
    if (Date.now() > endsAt) throw new Error('The cluster of Redis is not complete.')
    await sleep(50)
  }
}

/** A cluster also listens 10,000 ports higher. Both ports are below the range that the system hands out. */
const clusterPorts = () => Array.from({ length: 20 }, () => 10_000 + Math.floor(Math.random() * 10_000))

async function runServer(options: string[]): Promise<ChildProcess> {
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] })
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
  for await (const line of lines) if (/Ready to accept connections|Sentinel ID is/.test(line)) return
  throw new Error('redis-server has not started.')
}

/** Runs one command over a new connection. @throws Error with the text of an error reply, and those of the connection */
async function runCommand(url: string, words: readonly string[]): Promise<unknown> {
  const socket = { rejectUnauthorized: false, reconnectStrategy: false } as const
  const client = createClient({ url, socket: url.startsWith('rediss:') ? { ...socket, tls: true } : socket })
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.sendCommand([...words])
  } finally {
    client.destroy()
  }
}
