import 'server-only'
import { randomBytes } from 'node:crypto'

const minuteMs = 60_000

/** Creates the id of a call. All instances share the ids. */
export const newCallId = (): string => randomBytes(9).toString('base64url')

/**
 * The confirm calls of the last minute that this instance knows, its own and those that it has read in Redis.
 *
 * While Redis is away, each instance makes its share of the calls that were left when it last read Redis, at most a
 * second before. As the calls that it read become a minute old, its share of them is free again. Together the instances
 * exceed the budget only by calls that one of them had not read yet. Redis therefore admits few calls in a second
 * (`BudgetPlan.perSecond`). As Redis can lose its data, an instance tells it all calls that it knows.
 *
 * This assumes that the number of instances stays the same, that no instance restarts without Redis, and that none is
 * alone without Redis for more than a minute and a half, because the others then take its share.
 */
export class RecentCalls {
  readonly #calls = new Map<string, { at: number; isInRedis: boolean }>()

  constructor(private readonly clock: () => number = Date.now) {}

  /** Counts a call that Redis does not know. */
  add(): void {
    this.#calls.set(newCallId(), { at: this.clock(), isInRedis: false })
  }

  /** Takes over calls that Redis knows, with their ages in milliseconds. */
  learn(known: readonly (readonly [id: string, ageMs: number])[]): void {
    for (const [id, ageMs] of known) this.#calls.set(id, { at: this.clock() - ageMs, isInRedis: true })
  }

  /** Returns the ages of all calls in milliseconds, by id. */
  ages(): Record<string, number> {
    return Object.fromEntries(this.#living().map(([id, { at }]) => [id, this.clock() - at]))
  }

  /** Returns how many of these calls a minute this instance may still make without Redis. */
  left(callsPerMinute: number, instances: number): number {
    const calls = this.#living()
    const inRedis = calls.filter(([, { isInRedis }]) => isInRedis).length
    return Math.max(Math.floor((callsPerMinute - inRedis) / instances) - (calls.length - inRedis), 0)
  }

  /** When the oldest call will be a minute old. */
  get freeAt(): number {
    return Math.min(...this.#living().map(([, { at }]) => at), this.clock()) + minuteMs
  }

  #living() {
    for (const [id, { at }] of this.#calls) if (at <= this.clock() - minuteMs) this.#calls.delete(id)
    return [...this.#calls]
  }
}
