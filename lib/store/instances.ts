import 'server-only'
import { randomUUID } from 'node:crypto'
import { setInterval } from 'node:timers'
import { z } from 'zod'
import { replyAs, script, type RedisConnection } from './redis-connection'
import { unlessUnavailable } from './store'

const noteEveryMs = 15_000
/** An instance that has not been noted for so long has ended without a word. */
const forgottenAfterMs = 45_000
/**
 * A smaller number is believed once it was seen this many times in a row, which takes a minute. When Redis comes back
 * empty, the first instance there finds itself alone.
 */
const believedAfter = 4

/* KEYS: 1 the instances, by when each was last noted. */
const noteScript = script(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${forgottenAfterMs})
redis.call('ZADD', KEYS[1], now, ARGV[2])
redis.call('PEXPIRE', KEYS[1], ${forgottenAfterMs})
return redis.call('ZCARD', KEYS[1])`)

/** How many instances share a Redis: each notes itself there, and remembers how many it saw. */
export class Instances {
  readonly #id = randomUUID()
  #count: number | undefined
  #smallerInARow = 0
  #timer: NodeJS.Timeout | undefined

  /** @param key - where they are in Redis. */
  constructor(
    private readonly connection: RedisConnection,
    private readonly key: string,
  ) {}

  /** As this instance last saw; undefined where it has never seen Redis. */
  get count(): number | undefined {
    return this.#count
  }

  /** Begins to note this instance, until it leaves. So the state of Redis is known where nothing else asks it, too. */
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

  /** Takes this instance out: its process ends. It never throws. */
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
