import 'server-only'
import { randomBytes } from 'node:crypto'
import { budgetTimes } from './confirm-budget'

const { minuteMs } = budgetTimes

/** Redis's answer about the calls of the last minute, and this instance's part of the calls that are left. */
export interface LeaseReply {
  /** The lease: this instance may make `(base - known calls) / instances` calls of its own. */
  base: number
  instances: number
  /** Redis's time in milliseconds. */
  now: number
  /** The ids and times of all calls of the last minute. */
  calls: [id: string, at: number][]
}

/**
 * The confirm calls that this instance may make, with or without Redis.
 *
 * Redis leases parts of the budget to the instances, and moves them between the instances at each contact. An instance
 * makes calls only from its own lease, so nothing changes when Redis goes away: the calls of the last minute and all
 * leases together never exceed the budget. As a known call becomes a minute old, each lease grows by its part of it. An
 * instance tells Redis all calls that it knows, because Redis may have lost them.
 *
 * The bound assumes that the number of instances stays the same for a second before an outage and during it, that no
 * instance restarts without Redis, and that no instance is alone without Redis for more than a minute and a half,
 * because the others then take its part. It ignores the time of an answer from Redis.
 */
export class CallLease {
  readonly id = randomBytes(9).toString('base64url')
  /** The calls of the last minute. `at` is on this process's clock; Redis knows the calls with a `redisAt`. */
  readonly #calls = new Map<string, { at: number; redisAt?: number }>()
  #lease: (Pick<LeaseReply, 'base' | 'instances'> & { at: number }) | undefined
  #underWay = 0

  /** @param share - returns the calls a minute of this instance without a lease. */
  constructor(
    private readonly share: () => number,
    private readonly clock: () => number = Date.now,
  ) {}

  get isKnown(): boolean {
    return this.#lease !== undefined
  }

  /** The number of calls that this instance may make now. */
  get left(): number {
    const now = this.#dropOld()
    const known = [...this.#calls.values()].filter(({ redisAt }) => redisAt !== undefined).length
    const own = this.#calls.size - known + this.#underWay
    // By then, all calls that Redis knew are more than a minute old at every instance.
    const lease = this.#lease && now < this.#lease.at + 2 * minuteMs ? this.#lease : undefined
    const most = lease ? Math.floor((lease.base - known) / lease.instances) : Infinity
    return Math.max(Math.min(most, this.share()) - own, 0)
  }

  /** When the oldest known call will be a minute old. */
  get freeAt(): number {
    const now = this.#dropOld()
    return Math.min(...[...this.#calls.values()].map(({ at }) => at), now) + minuteMs
  }

  /** Counts a call that Redis does not know. */
  spend(): void {
    this.#calls.set(randomBytes(9).toString('base64url'), { at: this.clock() })
  }

  /**
   * Asks Redis for a call, which stays reserved until the answer.
   *
   * @param ask - gets whether a call is left. Redis refuses the call otherwise.
   */
  async tryCall<Result>(ask: (isLeft: boolean) => Promise<Result>): Promise<Result> {
    if (this.left === 0) return ask(false)
    this.#underWay += 1
    try {
      return await ask(true)
    } finally {
      this.#underWay -= 1
    }
  }

  /** What Redis must know: the calls that this instance may still make, and each known call's time, or minus its age. */
  report(): { id: string; held: number; calls: Record<string, number> } {
    const now = this.#dropOld()
    const calls = [...this.#calls].map(([id, { at, redisAt }]) => [id, redisAt ?? at - now] as const)
    return { id: this.id, held: this.left + this.#underWay, calls: Object.fromEntries(calls) }
  }

  learn({ base, instances, now, calls }: LeaseReply): void {
    const here = this.clock()
    this.#lease = { base, instances, at: here }
    for (const [id, redisAt] of calls) this.#calls.set(id, { at: redisAt - now + here, redisAt })
  }

  #dropOld(): number {
    const now = this.clock()
    for (const [id, { at }] of this.#calls) if (at <= now - minuteMs) this.#calls.delete(id)
    return now
  }
}
