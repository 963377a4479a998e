import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { StoreUnavailableError, type Store } from './store'

/** How a result is kept for those who wait for it on other instances. */
interface ResultSeal<Result> {
  seal: (result: Result) => Promise<string>
  /** @returns null for what cannot be opened. */
  open: (sealed: string) => Promise<Result | null>
}

export interface SharedFlightOptions<Result> extends ResultSeal<Result> {
  /** How long a run counts as under way after its instance was last heard of. @default 5 s */
  leaseMs?: number
  /** How often those who wait look. @default 100 ms */
  lookMs?: number
  /** How long somebody waits for another run at most. @default 40 s */
  maxWaitMs?: number
  /** How long a result is kept for those who wait. @default 2 s */
  keptMs?: number
}

const flight = z.discriminatedUnion('kind', [
  /** `isAwaited` from when another instance waits for it. */
  z.object({ kind: z.literal('under way'), run: z.string(), isAwaited: z.boolean() }),
  z.object({ kind: z.literal('ended'), run: z.string(), sealed: z.string() }),
])

type Flight = z.output<typeof flight>

/**
 * Makes overlapping calls with the same key share one run of the work and its result, on whatever instances
 * they are: the second one waits for the first. What `singleFlight` does in a process, this does between them.
 *
 * The result passes through the store only if somebody waits for it as the run ends, sealed, and for seconds. If the
 * instance of the run dies, or the run throws, whoever waits does the work. Without a store that is there and
 * shared, everybody does.
 */
export function sharedFlight<Result>(
  store: Store,
  { seal, open, leaseMs = 5000, lookMs = 100, maxWaitMs = 40_000, keptMs = 2000 }: SharedFlightOptions<Result>,
): (key: string, work: () => Promise<Result>) => Promise<Result> {
  if (!store.isShared) return (_key, work) => work()

  const underWay = (run: string, isAwaited: boolean): Flight => ({ kind: 'under way', run, isAwaited })

  /** Does the work as the one whom others wait for. */
  async function lead(key: string, run: string, work: () => Promise<Result>): Promise<Result> {
    const renewing = new AbortController()
    const renewed = renew(key, run, renewing.signal)
    let result: { value: Result } | undefined
    try {
      const value = await work()
      result = { value }
      return value
    } finally {
      renewing.abort()
      await renewed
      await unlessAway(() => end(key, run, result))
    }
  }

  /** Says that the run goes on, until told to stop. */
  async function renew(key: string, run: string, signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        await sleep(leaseMs / 3, undefined, { signal })
        await unlessAway(async () => {
          for (const isAwaited of [false, true]) {
            const same = underWay(run, isAwaited)
            if (await store.replaceIfEqual(key, same, same, { ttlMs: leaseMs })) return
          }
        })
      }
    } catch {
      // Told to stop.
    }
  }

  async function end(key: string, run: string, result: { value: Result } | undefined): Promise<void> {
    if (await store.deleteIfEqual(key, underWay(run, false))) return
    const awaited = underWay(run, true)
    if (result === undefined) return void (await store.deleteIfEqual(key, awaited))
    const ended: Flight = { kind: 'ended', run, sealed: await seal(result.value) }
    await store.replaceIfEqual(key, awaited, ended, { ttlMs: keptMs })
  }

  /** The result of the run that is under way, or null where none is, or none is any more. */
  async function follow(key: string): Promise<{ value: Result } | null> {
    const endsAt = performance.now() + maxWaitMs
    let awaited: string | undefined
    for (;;) {
      const current = await store.get(key, flight)
      if (current === null) return null
      if (current.kind === 'ended') {
        if (current.run === awaited) {
          const value = await open(current.sealed)
          return value === null ? null : { value }
        }
        // It ended before this call began: only what overlaps is shared. It is gone in a moment.
      } else {
        awaited = current.run
        const marked = underWay(current.run, true)
        if (!current.isAwaited && !(await store.replaceIfEqual(key, current, marked, { ttlMs: leaseMs }))) continue
      }
      if (performance.now() > endsAt) return null
      await sleep(lookMs)
    }
  }

  return async (name, work) => {
    const key = `flight:${name}`
    const run = randomUUID()
    const endsAt = performance.now() + maxWaitMs
    while (performance.now() < endsAt) {
      const isFirst = await unlessAway(() => store.setIfAbsent(key, underWay(run, false), { ttlMs: leaseMs }))
      if (isFirst === undefined) break
      if (isFirst) return lead(key, run, work)
      const found = await unlessAway(() => follow(key))
      if (found) return found.value
      if (found === undefined) break
    }
    return work()
  }
}

async function unlessAway<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof StoreUnavailableError) return undefined
    throw error
  }
}
