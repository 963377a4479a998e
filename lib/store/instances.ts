import 'server-only'
import { randomUUID } from 'node:crypto'
import { setInterval } from 'node:timers'
import { z } from 'zod'
import { replyAs, script, type RedisConnection } from './redis-connection'
import { unlessUnavailable } from './store'

/** How often an instance notes itself in Redis. The budget of confirms relies on these notes too. */
export const noteEveryMs = 1000
/** An instance without a note for this long has ended without leaving. */
export const forgottenAfterMs = 90_000
/** The number of notes after which an instance accepts a smaller count from a Redis that has lost its data. */
const believedAfter = 60_000 / noteEveryMs

/**
 * Returns the key of the instances, scored by the time of their last note, and the key of the time since which Redis has
 * these notes. The braces keep them in one slot of a cluster with the budget's keys.
 */
export const instanceKeys = (prefix: string): [notes: string, since: string] => [
  `{${prefix}confirm}:instances`,
  `{${prefix}confirm}:instances-since`,
]

/* KEYS: as `instanceKeys`. */
const noteScript = script(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${forgottenAfterMs})
redis.call('ZADD', KEYS[1], now, ARGV[2])
redis.call('SET', KEYS[2], now, 'NX')
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ${forgottenAfterMs}) end
return { redis.call('ZCARD', KEYS[1]), redis.call('GET', KEYS[2]) }`)

const noteSchema = z.tuple([z.number(), z.string()])

/** Counts the instances that share a Redis. Each instance notes itself there and remembers the last count. */
export class Instances {
  readonly #id = randomUUID()
  readonly #keys: [notes: string, since: string]
  #count: number | undefined
  #since = ''
  #smallerInARow = 0
  #timer: NodeJS.Timeout | undefined

  /** @param prefix - the prefix of the deployment's keys. */
  constructor(
    private readonly connection: RedisConnection,
    prefix: string,
  ) {
    this.#keys = instanceKeys(prefix)
  }

  /** The last count that this instance read, or undefined if it never reached Redis. */
  get count(): number | undefined {
    return this.#count
  }

  /** Notes this instance regularly until it leaves. */
  start(): void {
    this.#timer ??= setInterval(() => void this.note(), noteEveryMs).unref()
    void this.note()
  }

  /**
   * Notes this instance now. It never throws. After Redis has lost its data, the first instance counts only itself, so
   * it accepts a smaller count only after a minute.
   */
  async note(): Promise<void> {
    const note = await unlessUnavailable(
      async () => replyAs(noteSchema, await this.connection.runScript(noteScript, this.#keys, [this.#id])),
      () => undefined,
    )
    const [count, since] = note ?? []
    const isSmaller = count !== undefined && since !== this.#since && count < (this.#count ?? 0)
    this.#smallerInARow = isSmaller ? this.#smallerInARow + 1 : 0
    if (count === undefined || since === undefined || (isSmaller && this.#smallerInARow < believedAfter)) return
    this.#count = count
    this.#since = since
  }

  /** Removes this instance when its process ends. It never throws. */
  async leave(): Promise<void> {
    clearInterval(this.#timer)
    await unlessUnavailable(
      () => this.connection.run((client) => client.zRem(this.#keys[0], this.#id)),
      () => undefined,
    )
  }
}
