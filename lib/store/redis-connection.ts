import 'server-only'
import { clearInterval, setInterval, setTimeout } from 'node:timers'
import type { z } from 'zod'
import {
  RedisTimeoutError,
  UnsupportedRedisError,
  reasonOf,
  replyIn,
  stateOf,
  within,
  type RedisHealth,
  type RedisState,
} from './redis-health'
import { StoreUnavailableError } from './store'

const defaultTimeoutMs = 1000
const checkEveryMs = 1000
const checkLifetimeMs = 60_000
/** How long a refused command counts as a problem of this Redis. A write that waits is repeated every second. */
const refusalLifetimeMs = 60_000

async function makeClient(url: string, timeoutMs: number) {
  const { createRedisClient } = await import('./redis-client')
  return createRedisClient(url, {
    // A command must fail immediately while Redis is down, not wait until it is back.
    disableOfflineQueue: true,
    // This class reconnects by itself, because the client would wait forever for a server that accepts a connection but
    // does not answer, and would not leave one that has become a replica.
    socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
    // The client's own timer continues after the answer, and would keep the whole request in memory. `within` limits
    // the time instead.
    commandOptions: { timeout: 0 },
  })
}

type RedisClient = Awaited<ReturnType<typeof makeClient>>

/**
 * One connection to Redis that never blocks its callers. It connects at the first use, and a command ends within a
 * second. While Redis is down, every command fails immediately.
 *
 * A Redis that answers can still refuse writes. Therefore the connection writes a small key every second from its first
 * use on, and after each refused command. While Redis refuses writes, it can still be read. Unless it is full, the next
 * check reconnects, because the host name may now resolve to another server.
 */
export class RedisConnection {
  #client: RedisClient | undefined
  #checking: Promise<void> | undefined
  #health: RedisHealth | undefined
  #refusal: { reason: string; at: number } | undefined
  #recoveredAt = -Infinity
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  readonly #timeoutMs: number

  /**
   * @param options.prefix - the prefix of the key that the connection itself writes. @default subnet-connect:
   * @param options.timeoutMs - the time limit for connecting and for each command. @default 1000
   * @param options.onChange - called at each change of the state.
   * @param options.onRefused - called when Redis begins to refuse single commands for a reason.
   */
  constructor(
    private readonly options: {
      url: string
      prefix?: string
      timeoutMs?: number
      onChange?: (health: RedisHealth) => void
      onRefused?: (reason: string) => void
    },
  ) {
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  }

  /** The last known state of Redis, or undefined before the first command. */
  get state(): RedisState | undefined {
    return this.#health?.state
  }

  /** How long Redis has been `ok` since the last failure, in milliseconds; Infinity if it has never failed. */
  get okForMs(): number {
    return this.state === 'ok' ? performance.now() - this.#recoveredAt : 0
  }

  /** Returns the state of Redis, at most a second old. It never throws. */
  async health(): Promise<RedisHealth> {
    if (this.state === undefined) await this.#check()
    const { state, reason } = this.#health ?? { state: 'away', reason: 'closed' }
    return { state, reason: reason ?? this.#refusedNow() }
  }

  /** Checks with a small write whether Redis still accepts writes. It never throws. */
  async check(): Promise<RedisHealth> {
    if (this.#isUsable) await this.#check()
    return this.health()
  }

  /**
   * Runs commands.
   *
   * @throws StoreUnavailableError for any failure.
   */
  async run<Result>(work: (client: RedisClient) => Promise<Result>): Promise<Result> {
    // After a failure, no caller waits until a check reconnects.
    if (this.state === undefined) await this.#check()
    const client = this.#client
    if (!client) throw new StoreUnavailableError(this.#isClosed ? 'closed' : (this.#health?.reason ?? 'away'))
    try {
      return await within(this.#timeoutMs, work(client))
    } catch (error) {
      // A server that stays silent this long counts as down. Its open commands must not pile up.
      if (error instanceof RedisTimeoutError) this.#lose(client, error)
      else if (replyIn(error) !== undefined && this.state === 'ok') void this.#noteRefusal(error)
      throw new StoreUnavailableError(reasonOf(error), { cause: error })
    }
  }

  /** Runs a script, which Redis runs atomically. @throws StoreUnavailableError */
  runScript(lua: string, keys: string[], args: (string | number)[] = []): Promise<unknown> {
    return this.run((client) => client.eval(lua, { keys, arguments: args.map(String) }))
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    destroy(this.#client)
    this.#client = undefined
  }

  /** Notes a refused command if a small write shows that Redis accepts others. It never throws. */
  async #noteRefusal(error: unknown): Promise<void> {
    await this.#check()
    if (stateOf(error) !== 'refused' || this.state !== 'ok') return
    const reason = reasonOf(error)
    if (this.#refusedNow() !== reason) this.options.onRefused?.(reason)
    this.#refusal = { reason, at: performance.now() }
  }

  /** The reason of a command that Redis has refused lately although it accepted others. */
  #refusedNow(): string | null {
    const refusal = this.#refusal
    return refusal && performance.now() < refusal.at + refusalLifetimeMs ? refusal.reason : null
  }

  /** Whether the connection can still be used. A Redis that is full frees memory without becoming another one. */
  get #isUsable(): boolean {
    return this.state === undefined || this.state === 'ok' || this.state === 'full'
  }

  /** Writes a small key, if necessary on a new connection. Concurrent callers share one check. It never throws. */
  async #check(): Promise<void> {
    if (this.#isClosed) return
    this.#timer ??= setInterval(() => void this.#check(), checkEveryMs).unref()
    this.#checking ??= this.#write().finally(() => (this.#checking = undefined))
    await this.#checking
  }

  async #write(): Promise<void> {
    const key = `${this.options.prefix ?? 'subnet-connect:'}check`
    let client = this.#isUsable ? this.#client : undefined
    try {
      client ??= await this.#connect()
      await within(this.#timeoutMs, client.set(key, '1', { expiration: { type: 'PX', value: checkLifetimeMs } }))
      if (client === this.#client) this.#note({ state: 'ok', reason: null })
    } catch (error) {
      if (client && stateOf(error) === 'away') this.#lose(client, error)
      else if (client === this.#client) this.#note({ state: stateOf(error), reason: reasonOf(error) })
    }
  }

  async #connect(): Promise<RedisClient> {
    let client: RedisClient | undefined
    try {
      const made = (client = await makeClient(this.options.url, this.#timeoutMs))
      made.on('error', (error: unknown) => this.#lose(made, error))
      await within(this.#timeoutMs, made.connect())
      await within(this.#timeoutMs, refuseUnsupported(made))
      if (this.#isClosed) throw new StoreUnavailableError('closed')
      this.#retire(made)
      return made
    } catch (error) {
      destroy(client)
      this.#retire(undefined)
      throw error
    }
  }

  /**
   * Replaces a connection that still answers, and closes it later. Its open commands get their answers first, because
   * a caller's retry would run them twice.
   */
  #retire(next: RedisClient | undefined): void {
    const former = this.#client
    this.#client = next
    if (former) setTimeout(() => destroy(former), this.#timeoutMs).unref()
  }

  /** Drops a connection that has failed while in use. */
  #lose(client: RedisClient, error: unknown): void {
    if (client !== this.#client) return
    this.#client = undefined
    destroy(client)
    this.#note({ state: stateOf(error), reason: reasonOf(error) })
  }

  #note(health: RedisHealth): void {
    if (this.#isClosed) return
    const isChange = health.state !== this.state
    if (isChange && health.state === 'ok' && this.#health) this.#recoveredAt = performance.now()
    this.#health = health
    if (isChange) this.options.onChange?.(health)
  }
}

/**
 * Validates a reply of Redis.
 *
 * @throws StoreUnavailableError if the reply does not match, for example because a proxy in front of Redis changed it.
 */
export function replyAs<Value>(schema: z.ZodType<Value>, reply: unknown): Value {
  const parsed = schema.safeParse(reply)
  if (!parsed.success) throw new StoreUnavailableError('unexpected reply')
  return parsed.data
}

/** @throws UnsupportedRedisError for a Sentinel, and for a cluster with several shards. */
async function refuseUnsupported(client: RedisClient): Promise<void> {
  // Redis refuses the second command outside cluster mode. An ACL may also forbid both commands.
  const [server, cluster] = await Promise.all(
    [client.info('server'), client.clusterInfo()].map((asked) =>
      asked.catch((error: unknown) => {
        if (replyIn(error) === undefined) throw error
        return ''
      }),
    ),
  )
  if (/^redis_mode:sentinel/m.test(server ?? '')) throw new UnsupportedRedisError('SENTINEL')
  if (Number(/^cluster_size:(\d+)/m.exec(cluster ?? '')?.[1] ?? 0) > 1) throw new UnsupportedRedisError('SHARDS')
}

function destroy(client: RedisClient | undefined): void {
  if (client?.isOpen) client.destroy()
}
