import 'server-only'
import { createHash } from 'node:crypto'
import { errorName } from '@/lib/log/error-name'
import { StoreUnavailableError } from './store'

const defaultTimeoutMs = 1000
const minPauseMs = 50
const maxPauseMs = 2000

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
  const { createClient } = await import('redis')
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

/** Hears that Redis has come or gone. `reason` is an error's code or name. */
export type OnRedisChange = (change: { isAvailable: true } | { isAvailable: false; reason: string }) => void

/**
 * One connection to Redis that never holds anybody up: it is made at the first use, a command ends within
 * a second, and while Redis is away every command fails at once. It comes back by itself, after pauses
 * that grow and differ from instance to instance.
 */
export class RedisConnection {
  #template: RedisClient | undefined
  #client: RedisClient | undefined
  #connecting: Promise<RedisClient> | undefined
  #failures = 0
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  readonly #timeoutMs: number

  /**
   * @param options.timeoutMs - how long connecting and each command may take. @default 1000
   * @param options.now - stands in for Redis's clock in scripts; for tests.
   */
  constructor(
    private readonly options: { url: string; timeoutMs?: number; onChange?: OnRedisChange; now?: () => number },
  ) {
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs
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
      if (this.#isClosed) throw new StoreUnavailableError('closed')
    } catch (error) {
      destroy(client)
      this.#fail(error)
      throw new StoreUnavailableError(reasonOf(error), { cause: error })
    } finally {
      this.#connecting = undefined
    }
    this.#client = client
    this.#failures = 0
    this.options.onChange?.({ isAvailable: true })
    return client
  }

  async #reconnect(): Promise<void> {
    try {
      await this.#connect()
    } catch {
      // `#fail` has told it, and tries again later.
    }
  }

  /** Gives up a connection that was in use. */
  #lose(client: RedisClient, error: unknown): void {
    if (client !== this.#client) return
    this.#client = undefined
    destroy(client)
    this.#fail(error)
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return
    if (this.#failures === 0) this.options.onChange?.({ isAvailable: false, reason: reasonOf(error) })
    const pauseMs = Math.min(minPauseMs * 2 ** this.#failures, maxPauseMs)
    this.#failures += 1
    this.#timer = setTimeout(() => void this.#reconnect(), pauseMs * (0.5 + Math.random() / 2))
    this.#timer.unref()
  }
}

class RedisTimeoutError extends Error {
  override readonly name = 'RedisTimeoutError'
}

/** From when on a timer is late: its process was held up, and does what was due meanwhile in any order. */
const lateMs = 20

/**
 * Waits for the work for this long, and once more where this process was held up: it may have asked or read late.
 *
 * @throws RedisTimeoutError
 */
export async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const wait = (isOnceMore: boolean) => {
      const dueAt = performance.now() + timeoutMs
      timer = setTimeout(() => {
        const isLate = performance.now() - dueAt > lateMs
        if (isLate && !isOnceMore) wait(true)
        else reject(new RedisTimeoutError())
      }, timeoutMs)
    }
    wait(false)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

function destroy(client: RedisClient | undefined): void {
  if (client?.isOpen) client.destroy()
}

/** What went wrong, in a word that quotes nothing: an error's code, Redis's own like WRONGPASS, or its name. */
export function reasonOf(error: unknown): string {
  if (error instanceof StoreUnavailableError) return error.reason
  if (!(error instanceof Error)) return errorName(error)
  if ('code' in error && typeof error.code === 'string') return error.code
  return /^[A-Z]{2,}\b/.exec(error.message)?.[0] ?? errorName(error)
}
