import 'server-only'
import { randomUUID } from 'node:crypto'
import { setInterval } from 'node:timers'
import { z } from 'zod'
import { replyAs, script, type RedisConnection } from './redis-connection'
import { unlessUnavailable } from './store'

const noteEveryMs = 15_000
/** An instance without a note for this long has ended without leaving. */
const forgottenAfterMs = 45_000
/**
 * An instance accepts a smaller count only after this many notes in a row, which take a minute. After Redis restarts
 * without its data, the first instance counts only itself.
 */
const believedAfter = 4

/* KEYS: 1 the instances, scored by the time of their last note. */
const noteScript = script(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${forgottenAfterMs})
redis.call('ZADD', KEYS[1], now, ARGV[2])
redis.call('PEXPIRE', KEYS[1], ${forgottenAfterMs})
return redis.call('ZCARD', KEYS[1])`)

/** Counts the instances that share a Redis. Each instance notes itself there and remembers the last count. */
export class Instances {
  readonly #id = randomUUID()
  #count: number | undefined
  #smallerInARow = 0
  #timer: NodeJS.Timeout | undefined

  /** @param key - the key of the instances in Redis. */
  constructor(
    private readonly connection: RedisConnection,
    private readonly key: string,
  ) {}

  /** The last count that this instance read, or undefined if it never reached Redis. */
  get count(): number | undefined {
    return this.#count
  }

  /** Notes this instance regularly until it leaves. This also checks Redis when no request uses it. */
  start(): void {
    this.#timer ??= setInterval(() => void this.note(), noteEveryMs).unref()
    void this.note()
  }

  /** Notes this instance now. It never throws. */
  async note(): Promise<void> {
    const { state } = await this.connection.check()
    if (state !== 'ok') {
      this.#smallerInARow = 0
      return
    }
    await unlessUnavailable(
      async () => this.#see(replyAs(z.number(), await this.connection.runScript(noteScript, [this.key], [this.#id]))),
      () => undefined,
    )
  }

  /** Removes this instance when its process ends. It never throws. */
  async leave(): Promise<void> {
    clearInterval(this.#timer)
    await unlessUnavailable(
      () => this.connection.run((client) => client.zRem(this.key, this.#id)),
      () => undefined,
    )
  }

  #see(count: number): void {
    this.#smallerInARow = count < (this.#count ?? 0) ? this.#smallerInARow + 1 : 0
    if (this.#smallerInARow > 0 && this.#smallerInARow < believedAfter) return
    this.#count = count
    this.#smallerInARow = 0
  }
}
