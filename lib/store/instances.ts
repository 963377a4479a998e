import 'server-only'
import { randomUUID } from 'node:crypto'
import { setInterval } from 'node:timers'
import { z } from 'zod'
import { replyAs, script, type RedisConnection } from './redis-connection'
import { unlessUnavailable } from './store'

/** How often an instance notes itself in Redis. The budget of confirms relies on these notes too. */
export const noteEveryMs = 1000
/** An instance without a note for this long has ended without leaving. */
const forgottenAfterMs = 45_000
/**
 * An instance accepts a smaller count only after a minute of smaller counts. After Redis restarts without its data, the
 * first instance counts only itself.
 */
const believedAfter = 60_000 / noteEveryMs

/** Returns the key of the instances. The braces keep it in one slot of a cluster with the budget's keys. */
export const instancesKey = (prefix: string): string => `{${prefix}confirm}:instances`

/* KEYS: 1 the instances, scored by the time of their last note. */
const noteScript = script(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${forgottenAfterMs})
redis.call('ZADD', KEYS[1], now, ARGV[2])
redis.call('PEXPIRE', KEYS[1], ${forgottenAfterMs})
return redis.call('ZCARD', KEYS[1])`)

/** Counts the instances that share a Redis. Each instance notes itself there and remembers the last count. */
export class Instances {
  readonly #id = randomUUID()
  readonly #key: string
  #count: number | undefined
  #smallerInARow = 0
  #timer: NodeJS.Timeout | undefined

  /** @param prefix - the prefix of the deployment's keys. */
  constructor(
    private readonly connection: RedisConnection,
    prefix: string,
  ) {
    this.#key = instancesKey(prefix)
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

  /** Notes this instance now. It never throws. */
  async note(): Promise<void> {
    const note = () => this.connection.runScript(noteScript, [this.#key], [this.#id])
    const count = await unlessUnavailable(
      async () => replyAs(z.number(), await note()),
      () => undefined,
    )
    const isSmaller = count !== undefined && count < (this.#count ?? 0)
    this.#smallerInARow = isSmaller ? this.#smallerInARow + 1 : 0
    if (count === undefined || (isSmaller && this.#smallerInARow < believedAfter)) return
    this.#count = count
    this.#smallerInARow = 0
  }

  /** Removes this instance when its process ends. It never throws. */
  async leave(): Promise<void> {
    clearInterval(this.#timer)
    await unlessUnavailable(
      () => this.connection.run((client) => client.zRem(this.#key, this.#id)),
      () => undefined,
    )
  }
}
