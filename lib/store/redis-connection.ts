import 'server-only'
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import {
  RedisTimeoutError,
  UnsupportedRedisError,
  reasonOf,
  replyIn,
  stateOf,
  type RedisHealth,
  type RedisState,
} from './redis-health'
import { StoreUnavailableError } from './store'

const defaultTimeoutMs = 1000
const minPauseMs = 50
const maxPauseMs = 2000
const checkLifetimeMs = 60_000

/** A script that Redis runs as one step. */
export interface Script {
  lua: string
  sha1: string
}

/**
 * Makes a script. Redis's own clock serves it as `now`, in milliseconds: clocks of instances can be
 * minutes apart. A test may hand a time in.
 */
export function script(lua: string): Script {
  const whole = `
local now = tonumber(ARGV[1])
if now < 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
${lua}`
  return { lua: whole, sha1: createHash('sha1').update(whole).digest('hex') }
}

async function makeClient(url: string, timeoutMs: number) {
  // It takes a tenth of a start to load, which an app without Redis is spared.
  const { createClient } = await import('./redis-client')
  return createClient({
    url,
    // Whoever asks while Redis is away must hear so at once, and not when it is back.
    disableOfflineQueue: true,
    // Reconnecting is done here: the client's own waits without end for a server that accepts and is silent.
    socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
    maintNotifications: 'disabled',
    // The client's own timer runs on after the answer, and keeps all of the request that asked. `within` has another.
    commandOptions: { timeout: 0 },
  })
}

type RedisClient = Awaited<ReturnType<typeof makeClient>>

/**
 * One connection to Redis that never holds anybody up: it is made at the first use, a command ends within
 * a second, and while Redis is away every command fails at once. It comes back by itself, after pauses
 * that grow and differ from instance to instance.
 *
 * A Redis that answers can still refuse writes. So the connection writes one small key as it is made and after each
 * command that Redis has refused, and again until it succeeds. Meanwhile it goes on reading. Unless Redis is full, it
 * connects anew each time: the name of a host can lead to another server by then.
 */
export class RedisConnection {
  #template: RedisClient | undefined
  #client: RedisClient | undefined
  #connecting: Promise<RedisClient> | undefined
  #checking: { client: RedisClient; done: Promise<void> } | undefined
  #health: RedisHealth | undefined
  #failures = 0
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  readonly #timeoutMs: number
  readonly #checkKey: string

  /**
   * @param options.prefix - begins the one key that it writes by itself. @default subnet-connect:
   * @param options.timeoutMs - how long connecting and each command may take. @default 1000
   * @param options.onChange - hears of each change of the state.
   * @param options.now - stands in for Redis's clock in scripts; for tests.
   */
  constructor(
    private readonly options: {
      url: string
      prefix?: string
      timeoutMs?: number
      onChange?: (health: RedisHealth) => void
      now?: () => number
    },
  ) {
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs
    this.#checkKey = `${options.prefix ?? 'subnet-connect:'}check`
  }

  /** What Redis was like when it was last asked; undefined before that. */
  get state(): RedisState | undefined {
    return this.#health?.state
  }

  /** Asks Redis by a small write. It never throws. */
  async check(): Promise<RedisHealth> {
    try {
      await this.#write(await this.#readyClient())
    } catch {
      // `#fail` has noted it.
    }
    return this.#health ?? { state: 'away', reason: 'closed' }
  }

  /**
   * Runs commands.
   *
   * @throws StoreUnavailableError for whatever goes wrong.
   */
  async run<Result>(work: (client: RedisClient) => Promise<Result>): Promise<Result> {
    const client = await this.#readyClient()
    try {
      return await within(this.#timeoutMs, work(client))
    } catch (error) {
      // A server that is silent for so long is as good as away; what it was asked must not pile up.
      if (error instanceof RedisTimeoutError) this.#lose(client, error)
      // The refusal of one command can be that command's fault.
      else if (replyIn(error) !== undefined && this.state === 'ok') void this.#write(client)
      throw new StoreUnavailableError(reasonOf(error), { cause: error })
    }
  }

  /**
   * Runs a script, whose arguments begin with the time.
   *
   * @throws StoreUnavailableError
   */
  async runScript({ lua, sha1 }: Script, keys: string[], args: (string | number)[] = []): Promise<unknown> {
    const call = { keys, arguments: [this.options.now?.() ?? -1, ...args].map(String) }
    return this.run(async (client) => {
      try {
        return await client.evalSha(sha1, call)
      } catch (error) {
        if (reasonOf(error) !== 'NOSCRIPT') throw error
        return client.eval(lua, call)
      }
    })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    destroy(this.#client)
    this.#client = undefined
  }

  async #readyClient(): Promise<RedisClient> {
    if (this.#client) return this.#client
    if (this.#isClosed) throw new StoreUnavailableError('closed')
    // After a failure the timer tries again, and nobody waits for it.
    if (this.#failures > 0) throw new StoreUnavailableError('away')
    return (this.#connecting ??= this.#connect())
  }

  async #connect(): Promise<RedisClient> {
    // Making the first client of its kind takes 15 ms of the processor, and a copy of it next to nothing.
    this.#template ??= await makeClient(this.options.url, this.#timeoutMs)
    const client = this.#template.duplicate()
    client.on('error', (error: unknown) => this.#lose(client, error))
    try {
      await within(this.#timeoutMs, client.connect())
      await within(this.#timeoutMs, refuseUnsupported(client))
      if (this.#isClosed) throw new StoreUnavailableError('closed')
    } catch (error) {
      destroy(client)
      this.#retire()
      this.#fail(error)
      throw new StoreUnavailableError(reasonOf(error), { cause: error })
    } finally {
      this.#connecting = undefined
    }
    this.#retire()
    this.#client = client
    await this.#write(client)
    return client
  }

  /** Gives up a connection that still answers. What it was asked is answered first: asked again, it would be done twice. */
  #retire(): void {
    const former = this.#client
    this.#client = undefined
    if (former) setTimeout(() => destroy(former), this.#timeoutMs).unref()
  }

  /** Writes a small key, and notes what came of it. It never throws. */
  #write(client: RedisClient): Promise<void> {
    const write = async () => {
      const expiration = { type: 'PX', value: checkLifetimeMs } as const
      try {
        await within(this.#timeoutMs, client.set(this.#checkKey, '1', { expiration }))
        if (client === this.#client) this.#succeed()
      } catch (error) {
        if (stateOf(error) === 'away') this.#lose(client, error)
        else if (client === this.#client) this.#fail(error)
      } finally {
        if (this.#checking?.client === client) this.#checking = undefined
      }
    }
    // Those who ask at one time share one write.
    if (this.#checking?.client !== client) this.#checking = { client, done: write() }
    return this.#checking.done
  }

  async #tryAgain(): Promise<void> {
    this.#timer = undefined
    if (this.#client && this.state === 'full') return this.#write(this.#client)
    try {
      await this.#connect()
    } catch {
      // `#fail` has noted it, and tries again later.
    }
  }

  /** Gives up a connection that was in use. */
  #lose(client: RedisClient, error: unknown): void {
    if (client !== this.#client) return
    this.#client = undefined
    destroy(client)
    this.#fail(error)
  }

  #succeed(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#failures = 0
    this.#note({ state: 'ok', reason: null })
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return
    const state = stateOf(error)
    this.#note({ state, reason: reasonOf(error) })
    // A full Redis can take single writes again and again: its state must not change many times a second.
    const pauseMs = state === 'full' ? maxPauseMs : Math.min(minPauseMs * 2 ** this.#failures, maxPauseMs)
    this.#failures += 1
    this.#timer ??= setTimeout(() => void this.#tryAgain(), pauseMs * (0.5 + Math.random() / 2)).unref()
  }

  #note(health: RedisHealth): void {
    const isChange = health.state !== this.state
    this.#health = health
    if (isChange) this.options.onChange?.(health)
  }
}

/**
 * What Redis has answered, as it must be.
 *
 * @throws StoreUnavailableError for anything else, as where something between the app and Redis has changed it.
 */
export function replyAs<Value>(schema: z.ZodType<Value>, reply: unknown): Value {
  const parsed = schema.safeParse(reply)
  if (!parsed.success) throw new StoreUnavailableError('unexpected reply')
  return parsed.data
}

/** @throws UnsupportedRedisError for a Sentinel, and for a cluster with several shards. */
async function refuseUnsupported(client: RedisClient): Promise<void> {
  // Without cluster mode the second is refused; a user of Redis may be allowed neither.
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

/** Into how many parts a wait is divided. */
const waitParts = 10

/**
 * Waits for the work for this long. Only time in which this process can read an answer counts: while it is held up, as
 * by loading modules at the start, no more than one part of the wait goes by.
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

function destroy(client: RedisClient | undefined): void {
  if (client?.isOpen) client.destroy()
}
