import 'server-only'
import { once } from 'node:events'
import { clearInterval, setInterval } from 'node:timers'
import type { z } from 'zod'
import { errorName } from '@/lib/log/fields'
import type { RedisClient } from './redis-client'
import { StoreUnavailableError } from './store'

/**
 * - `ok`: Redis accepts writes.
 * - `away`: there is no connection, or no answer.
 * - `full`: it has no memory left for a write. It can still be read.
 * - `read_only`: it is a replica, for example a former primary after a failover.
 * - `loading`: it has not loaded all of its data yet.
 * - `refused`: it refuses for another reason, such as a wrong password.
 */
export type RedisState = 'ok' | 'away' | 'full' | 'read_only' | 'loading' | 'refused'

/** The state, and the code or name of the error. With `ok`, it is the error of a single command that Redis refused. */
export interface RedisHealth {
  state: RedisState
  reason: string | null
}

/** The reasons for which this app can never use a Redis, with the remedy for each. */
export const unsupportedRedis: Readonly<Record<string, string>> = {
  SENTINEL:
    'REDIS_URL leads to a Sentinel, which keeps no data. Set it to an address that follows the primary, such as a proxy’s or your provider’s.',
  SHARDS:
    'REDIS_URL leads to a Redis Cluster with several shards. Use a Redis without cluster mode, or a cluster with one shard.',
}

const defaultTimeoutMs = 1000
const checkEveryMs = 1000
const checkLifetimeMs = 60_000
/** How long a refused command counts as a problem of this Redis. A write that waits is repeated every second. */
const refusalLifetimeMs = 60_000

/**
 * The connection to Redis: one client, which reconnects by itself. It connects at the first use, and a command ends
 * within a second. While Redis is away, every command fails immediately.
 *
 * A Redis that answers can still refuse writes. So the connection writes a small key every second from its first use
 * on, and after each refused command. While Redis refuses writes, it can still be read.
 */
export class RedisConnection {
  #opening: Promise<RedisClient> | undefined
  #client: RedisClient | undefined
  /** Whether Redis is of a kind that this app can use. */
  #isSupported = false
  #checking: Promise<void> | undefined
  #health: RedisHealth | undefined
  #refusal: { reason: string; at: number } | undefined
  #recoveredAt = -Infinity
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  readonly #timeoutMs: number

  /**
   * @param options.prefix - of the key that the connection itself writes. @default subnet-connect:
   * @param options.timeoutMs - the limit for connecting and for each command. @default 1000
   * @param options.onChange - called at each change of the state, and when an `ok` Redis begins to refuse a command.
   */
  constructor(
    private readonly options: {
      url: string
      prefix?: string
      timeoutMs?: number
      onChange?: (health: RedisHealth) => void
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
    return this.#health ? { ...this.#health, reason: this.#health.reason ?? this.#refusedNow() } : this.check()
  }

  /** Checks with a small write whether Redis accepts writes. It never throws. Concurrent callers share a check. */
  async check(): Promise<RedisHealth> {
    if (!this.#isClosed) this.#checking ??= this.#write().finally(() => (this.#checking = undefined))
    await this.#checking
    const { state, reason } = this.#health ?? { state: 'away', reason: 'closed' }
    return { state, reason: reason ?? this.#refusedNow() }
  }

  /**
   * Runs commands.
   *
   * @param timeoutMs - the limit for all of them. @default the one of the connection
   * @throws StoreUnavailableError for any failure.
   */
  async run<Result>(work: (client: RedisClient) => Promise<Result>, timeoutMs = this.#timeoutMs): Promise<Result> {
    if (!this.#health) await this.check()
    const client = this.#client
    if (!client?.isReady || !this.#isSupported) {
      throw new StoreUnavailableError(this.#isClosed ? 'closed' : (this.#health?.reason ?? 'away'))
    }
    try {
      return await within(timeoutMs, work(client))
    } catch (error) {
      // Several commands together can be slow. Only a small write shows whether Redis is silent.
      if (error instanceof RedisTimeoutError) void this.check()
      else if (replyIn(error) !== undefined && this.state === 'ok') void this.#noteRefusal(error)
      throw new StoreUnavailableError(reasonOf(error), { cause: error })
    }
  }

  /** Runs a script, which Redis runs atomically. @throws StoreUnavailableError */
  runScript(lua: string, keys: string[], args: (string | number)[] = []): Promise<unknown> {
    return this.run((client) => client.eval(lua, { keys, arguments: args.map(String) }))
  }

  /** Returns the client, which perhaps still connects, without the limits of `run`. */
  client(): Promise<RedisClient> {
    this.#opening ??= this.#open()
    return this.#opening
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#client?.destroy()
  }

  async #open(): Promise<RedisClient> {
    const { createRedisClient } = await import('./redis-client')
    const client = createRedisClient(this.options.url, this.#timeoutMs)
    this.#client = client
    if (this.#isClosed) return client
    client.on('error', (error: unknown) => this.#fail(error)).on('ready', () => void this.check())
    client.connect().catch(() => {})
    this.#timer = setInterval(() => this.#watch(), checkEveryMs).unref()
    return client
  }

  /** If Redis refuses writes, the host name may now lead to another server. A full one can get memory again. */
  #watch(): void {
    const isOther = this.state !== undefined && this.state !== 'ok' && this.state !== 'full'
    if (isOther && !this.#checking) this.#reconnect()
    void this.check()
  }

  async #write(): Promise<void> {
    try {
      const client = await this.client()
      // After the first check, nobody waits for the client. It checks when it is ready.
      if (!client.isReady && this.#health) return
      if (!client.isReady) await within(this.#timeoutMs, once(client, 'ready'))
      if (!this.#isSupported) await within(this.#timeoutMs, refuseUnsupported(client))
      this.#isSupported = true
      const key = `${this.options.prefix ?? 'subnet-connect:'}check`
      await within(this.#timeoutMs, client.set(key, '1', { expiration: { type: 'PX', value: checkLifetimeMs } }))
      this.#note({ state: 'ok', reason: null })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Notes a refused command if a small write shows that Redis accepts others. It never throws. */
  async #noteRefusal(error: unknown): Promise<void> {
    await this.check()
    if (stateOf(error) !== 'refused' || this.state !== 'ok') return
    const reason = reasonOf(error)
    if (this.#refusedNow() !== reason) this.options.onChange?.({ state: 'ok', reason })
    this.#refusal = { reason, at: performance.now() }
  }

  #refusedNow(): string | null {
    const refusal = this.#refusal
    return refusal && performance.now() < refusal.at + refusalLifetimeMs ? refusal.reason : null
  }

  #fail(error: unknown): void {
    this.#note({ state: stateOf(error), reason: reasonOf(error) })
    // The open commands of a silent connection must not pile up.
    if (error instanceof RedisTimeoutError) this.#reconnect()
  }

  #reconnect(): void {
    if (!this.#client?.isReady) return
    this.#client.destroy()
    this.#client.connect().catch(() => {})
  }

  #note(health: RedisHealth): void {
    if (this.#isClosed) return
    const isChange = health.state !== this.state
    if (isChange && health.state === 'ok' && this.#health) this.#recoveredAt = performance.now()
    this.#health = health
    if (isChange) this.options.onChange?.(health)
  }
}

/** Validates a reply. @throws StoreUnavailableError, for example if a proxy in front of Redis has changed it. */
export function replyAs<Value>(schema: z.ZodType<Value>, reply: unknown): Value {
  const parsed = schema.safeParse(reply)
  if (!parsed.success) throw new StoreUnavailableError('unexpected reply')
  return parsed.data
}

/** @throws StoreUnavailableError for a Sentinel, and for a cluster with several shards. */
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
  if (/^redis_mode:sentinel/m.test(server ?? '')) throw new StoreUnavailableError('SENTINEL')
  if (Number(/^cluster_size:(\d+)/m.exec(cluster ?? '')?.[1] ?? 0) > 1) throw new StoreUnavailableError('SHARDS')
}

class RedisTimeoutError extends Error {
  override readonly name = 'RedisTimeoutError'
}

const waitParts = 10

/**
 * Waits for the work, with a time limit. A blocked process, for example one that loads modules, cannot read an answer.
 * So at most one of ten parts of the wait elapses meanwhile.
 *
 * @throws RedisTimeoutError
 */
export async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    let partsLeft = waitParts
    timer = setInterval(() => {
      partsLeft -= 1
      if (partsLeft === 0) reject(new RedisTimeoutError())
    }, timeoutMs / waitParts)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearInterval(timer)
  }
}

const stateOfReply: Readonly<Record<string, RedisState>> = {
  OOM: 'full',
  READONLY: 'read_only',
  // The answer of a replica in cluster mode.
  MOVED: 'read_only',
  LOADING: 'loading',
  MASTERDOWN: 'loading',
}

export function stateOf(error: unknown): RedisState {
  if (error instanceof StoreUnavailableError) return 'refused'
  const reply = replyIn(error)
  return reply === undefined ? 'away' : (stateOfReply[reply] ?? 'refused')
}

/** Returns a reason without data: an error's code, Redis's own code like WRONGPASS, or the error's name. */
export function reasonOf(error: unknown): string {
  if (error instanceof StoreUnavailableError) return error.reason
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return replyIn(error) ?? errorName(error)
}

/** Returns the first word of an error reply of Redis. Other errors, such as those of the network, have a `code`. */
function replyIn(error: unknown): string | undefined {
  if (!(error instanceof Error) || 'code' in error) return undefined
  // Redis 6 wraps the error of a script's command in another error.
  return (
    /^ERR Error running script .*: -([A-Z]{2,}) /.exec(error.message) ?? /^([A-Z]{2,})\b/.exec(error.message)
  )?.[1]
}
