import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import * as logging from '@/lib/log'
import { ServiceTransportError, type Listed, type WalkEvent } from '@/lib/service'
import { forgetSingletons } from '@/lib/test-support'
import { keptWalk, readAfter, type KeptRows } from './kept-walk'
import type { ServiceCall } from './service'

const logged: unknown[] = []

interface Row {
  id: number
  text?: string
}
type Event = WalkEvent<Row>

const rowsFrom = (first: number, count: number): Row[] => Array.from({ length: count }, (_, i) => ({ id: first + i }))

const page = (items: Listed<Row>[], total: number): Event => ({
  kind: 'page',
  page: { items, page: 1, limit: 200, total },
})
const end: Event = { kind: 'end', summary: { kind: 'complete', records: 0, unreadable: 0 } }

/** The events of a walk, perhaps with an error at the end. Each takes 600 ms, and a pause also takes its seconds. */
type Script = readonly (Event | Error)[]

const twoPages: Script = [page(rowsFrom(0, 2), 3), page(rowsFrom(2, 1), 3), end]

const manyPages: Script = Array.from({ length: 200 }, (_, at) => page(rowsFrom(at, 1), 200))

/** The result of `read` before the walk begins. */
const notBegun = { kind: 'reading', searched: 0, total: null, pauseSeconds: null }

let lists = 0

/**
 * Makes a list with a unique name.
 *
 * @param scriptOf - the script of each walk over it, numbered from 1.
 * @param options.ignoresAbort - whether a walk continues after its signal has aborted.
 */
function listOf(scriptOf: (walk: number) => Script, { ignoresAbort = false, maxChoices = 2 } = {}) {
  lists += 1
  const name = `list ${lists}`
  const seen = { begun: 0, left: 0, signals: [] as (AbortSignal | undefined)[] }
  async function* events(script: Script, signal: AbortSignal | undefined): AsyncGenerator<Event> {
    try {
      for (const each of script) {
        await wait(600, ignoresAbort ? undefined : signal)
        if (each instanceof Error) throw each
        yield each
        if (each.kind === 'pause') await wait(each.seconds * 1000, signal)
      }
    } finally {
      seen.left += 1
    }
  }
  const walk: ServiceCall<AsyncIterable<Event>> = (_access, { signal }) => {
    seen.begun += 1
    seen.signals.push(signal)
    return events(scriptOf(seen.begun), signal)
  }
  const kept = (choice?: string) => keptWalk(name, walk, choice === undefined ? {} : { choice, maxChoices })
  /** Reads like a page, while `waitMs` milliseconds pass. */
  const read = async (waitMs: number, choice?: string, after?: number): Promise<KeptRows<Row>> => {
    const options = after === undefined ? { waitMs } : { after, waitMs }
    const [rows] = await Promise.all([kept(choice).read(options), vi.advanceTimersByTimeAsync(waitMs)])
    return rows
  }
  /** Reads in the same way, but only rows from after the time `after`. */
  const readLater = (after: number, waitMs: number) => read(waitMs, undefined, after)
  return { name, seen, kept, read, readLater }
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason as Error)
    signal?.addEventListener('abort', abort)
    setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
  })
}

const failure = () => new ServiceTransportError('listBalances', 'ECONNRESET')
const minutes = (count: number) => count * 60_000

beforeEach(() => {
  logged.length = 0
  const write = (line: unknown) => void logged.push(line)
  vi.spyOn(logging, 'log').mockReturnValue({ debug: write, info: write, warn: write, error: write })
  configure()
  forgetSingletons(/^kept walks/)
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})

afterEach(async () => {
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

describe('read', () => {
  it('returns the progress of the walk, then the rows when it has ended', async () => {
    const { read } = listOf(() => twoPages)
    expect(await read(500)).toEqual(notBegun)
    expect(await read(500)).toEqual({ kind: 'reading', searched: 2, total: 3, pauseSeconds: null })
    expect(await read(1000)).toEqual({
      kind: 'read',
      rows: rowsFrom(0, 3),
      readAt: 1_800_000_000_000 + 1800,
      change: null,
      unreadable: 0,
      isWhole: true,
    })
  })

  it('waits at most one second by default, and less when the walk ends earlier', async () => {
    const { kept } = listOf(() => twoPages)
    const first = kept().read()
    await vi.advanceTimersByTimeAsync(1000)
    expect((await first).kind).toBe('reading')
    const second = kept().read()
    await vi.advanceTimersByTimeAsync(800)
    expect((await second).kind).toBe('read')
  })

  it('shares one walk and its rows when two readers ask', async () => {
    const { read, seen } = listOf(() => twoPages)
    const [first, second] = await Promise.all([read(3000), read(3000)])
    expect(first.kind).toBe('read')
    expect(second).toBe(first)
    expect(seen.begun).toBe(1)
  })

  it('returns the remaining seconds of a pause until the next page', async () => {
    const { read, name } = listOf(() => [{ kind: 'pause', seconds: 20 }, ...twoPages])
    expect(await read(700)).toMatchObject({ kind: 'reading', pauseSeconds: 20 })
    expect(await read(10_000)).toMatchObject({ kind: 'reading', pauseSeconds: 10 })
    expect(await read(10_600)).toMatchObject({ kind: 'reading', searched: 2, pauseSeconds: null })
    expect(logged).toEqual([
      { event: 'read all rows', name },
      { event: 'read all rows pause', name, waitMs: 20_000 },
    ])
  })

  it('returns the change of the list and the number of unreadable rows', async () => {
    const unreadable = { unreadable: '{}', path: 'id' }
    const counts = { records: 2, unreadable: 1, firstTotal: 3, lastTotal: 2, repeated: 0, maybeMissing: 1 }
    const change = { kind: 'changed', ...counts } as const
    const { read } = listOf(() => [page([unreadable, { id: 1 }], 2), { kind: 'end', summary: change }])
    expect(await read(2000)).toMatchObject({ kind: 'read', rows: [unreadable, { id: 1 }], change, unreadable: 1 })
  })
})

describe('the kept rows', () => {
  it('expire after five minutes by a timer that does not keep the process alive', async () => {
    const setTimer = vi.fn(setTimeout)
    vi.stubGlobal('setTimeout', setTimer)
    const { read, seen } = listOf(() => twoPages)
    await read(2000)
    const timers = setTimer.mock.calls.flatMap(([, ms], call) =>
      ms === minutes(5) ? [setTimer.mock.results[call]?.value as NodeJS.Timeout] : [],
    )
    expect(timers.map((timer) => timer.hasRef())).toEqual([false])
    vi.unstubAllGlobals()

    await vi.advanceTimersByTimeAsync(minutes(5))
    // By the clock, the rows have not expired, so only the timer can have dropped them.
    vi.setSystemTime(Date.now() - minutes(5))
    expect(await read(0)).toMatchObject({ kind: 'reading' })
    expect(seen.begun).toBe(2)
  })

  it('expire after five minutes, and no earlier, when the timer is late, as on a platform', async () => {
    const { read, seen } = listOf(() => twoPages)
    const rows = await read(2000)
    vi.setSystemTime(Date.now() + minutes(5) - 201)
    expect(await read(0)).toBe(rows)
    vi.setSystemTime(Date.now() + 1)
    expect(await read(0)).toMatchObject({ kind: 'reading', searched: 0 })
    expect(seen.begun).toBe(2)
  })

  it('are at most 100,000, and the whole list only when it has no more', async () => {
    for (const total of [100_000, 100_001]) {
      const pages = [page(rowsFrom(0, 60_000), total), page(rowsFrom(60_000, total - 60_000), total)]
      // A walk that has enough rows does not wait for the end.
      const rows = await listOf(() => [...pages, end]).read(total === 100_000 ? 1900 : 1300)
      expect(rows).toMatchObject({ kind: 'read', isWhole: total === 100_000 })
      expect(rows.kind === 'read' && [rows.rows.length, rows.rows.at(-1)]).toEqual([100_000, { id: 99_999 }])
    }
  })
})

describe('rows from a second walk', () => {
  it('come only when a page asks for later rows, and do not replace the old rows until the walk has ended', async () => {
    const { read, readLater, seen } = listOf((walk) => [page([{ id: walk }], 1), end])
    const first = await read(5000)
    if (first.kind !== 'read') throw new Error('The walk has not ended.')
    const asked = first.readAt
    expect(await readLater(asked - 1, 0)).toBe(first)
    expect(await readLater(Date.now() + minutes(1), 0)).toBe(first)
    expect(await readLater(asked, 0)).toEqual(notBegun)
    expect(await readLater(asked, 700)).toMatchObject({ kind: 'reading', searched: 1 })
    expect(await read(0)).toBe(first)
    // The walk is under way, so a request for later rows does not begin another one.
    expect(await readLater(Date.now(), 0)).toMatchObject({ kind: 'reading', searched: 1 })
    const second = await readLater(asked, 1000)
    expect(second).toMatchObject({ kind: 'read', rows: [{ id: 2 }] })
    expect(await read(0)).toBe(second)
    expect(await readLater(asked, 0)).toBe(second)
    expect(seen.begun).toBe(2)
  })

  it('do not replace the old rows, and only the reader who asked gets the failure, when the walk fails', async () => {
    const { read, readLater, seen } = listOf((walk) => (walk === 2 ? [failure()] : [page([{ id: walk }], 1), end]))
    const first = await read(5000)
    const asked = Date.now()
    expect(await readLater(asked, 1000)).toMatchObject({ kind: 'failed' })
    expect(await read(0)).toBe(first)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await read(0)).toBe(first)
    expect(seen.begun).toBe(2)
    expect(await readLater(asked, 2000)).toMatchObject({ kind: 'read', rows: [{ id: 3 }] })
  })

  it('do not replace the old rows when no reader waits for the walk any more', async () => {
    const { read, readLater, seen } = listOf((walk) => (walk === 1 ? twoPages : manyPages))
    const first = await read(5000)
    await readLater(Date.now(), 0)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(await read(0)).toBe(first)
    expect(seen.left).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await read(0)).toBe(first)
    expect(seen.left).toBe(2)
  })

  it('come from a walk that begins at least one second after the end of the first walk', async () => {
    const { read, readLater, seen } = listOf((walk) => [page([{ id: walk }], 1), end])
    await read(1200)
    const asked = Date.now()
    expect(await readLater(asked, 999)).toEqual(notBegun)
    expect(seen.begun).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await readLater(asked, 2000)).toMatchObject({ kind: 'read', rows: [{ id: 2 }] })
  })
})

describe('the character limit of all lists', () => {
  const mebi = 1024 * 1024
  const rowsOf = (count: number, characters: number): Row[] =>
    rowsFrom(0, count).map((row) => ({ ...row, text: 'x'.repeat(characters) }))
  const script = (rows: Listed<Row>[]): Script => [page(rows, rows.length), end]

  it('allows two rows of 30 Mi characters but not three', async () => {
    const small = listOf(() => script(rowsOf(1, 30 * mebi)))
    const large = listOf(() => script(rowsOf(3, 30 * mebi)))
    expect(await small.read(2000)).toMatchObject({ kind: 'read', isWhole: true })
    const cut = await large.read(2000)
    expect(cut).toMatchObject({ kind: 'read', isWhole: false })
    expect(cut.kind === 'read' && cut.rows).toHaveLength(1)

    await vi.advanceTimersByTimeAsync(minutes(5))
    const alone = await large.read(2000)
    expect(alone.kind === 'read' && alone.rows).toHaveLength(2)
  })

  it('includes the characters of unreadable rows', async () => {
    const { read } = listOf(() => script([{ unreadable: 'x'.repeat(40 * mebi), path: 'id' }, ...rowsOf(1, 30 * mebi)]))
    expect(await read(2000)).toMatchObject({ kind: 'read', isWhole: false, unreadable: 1 })
  })

  it('ignores a walk that has failed, and a walk that no reader waits for any more', async () => {
    const rows = page(rowsOf(1, 60 * mebi), 2)
    const { read } = listOf((walk) => [rows, ...(walk === 1 ? [failure()] : walk === 2 ? manyPages : [end])])
    expect(await read(2000)).toMatchObject({ kind: 'failed' })
    await vi.advanceTimersByTimeAsync(5000)
    await read(1000)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await read(2000)).toMatchObject({ kind: 'read', isWhole: true })
  })

  it('drops the old rows when a second walk needs their room', async () => {
    const { read, readLater } = listOf(() => script(rowsOf(2, 30 * mebi)))
    await read(5000)
    expect(await readLater(Date.now(), 2000)).toMatchObject({ kind: 'read', isWhole: true })
  })
})

it('readAfter reads a time, and returns undefined when it is missing or invalid', () => {
  expect(readAfter({ after: '1800000000000' })).toBe(1_800_000_000_000)
  for (const after of [undefined, '', 'soon', '-1', '1.5', ['1', '2']]) expect(readAfter({ after })).toBeUndefined()
})

describe('the walk', () => {
  it('aborts after 30 seconds without a request', async () => {
    const { read, seen } = listOf(() => manyPages)
    await read(1000)
    await vi.advanceTimersByTimeAsync(28_999)
    expect(seen.signals[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(seen.signals[0]?.aborted).toBe(true)
    expect(seen.left).toBe(1)
    expect(await read(0)).toEqual(notBegun)
    expect(logged.filter((line) => JSON.stringify(line).includes('problem'))).toEqual([])
  })

  it('continues between requests when a reader asks at least every 30 seconds', async () => {
    const { read, seen } = listOf(() => manyPages)
    for (let asked = 0; asked < 5; asked += 1) {
      await read(0)
      await vi.advanceTimersByTimeAsync(29_000)
    }
    expect(await read(0)).toMatchObject({ kind: 'read' })
    expect(seen.begun).toBe(1)
  })

  it('does not touch the rows of a later walk when it ends long after its abort', async () => {
    const slow = [...Array.from({ length: 60 }, (_, at) => page(rowsFrom(at, 1), 60)), end]
    const { read, seen } = listOf((walk) => (walk === 1 ? slow : [page([{ id: walk }], 1), end]), {
      ignoresAbort: true,
    })
    await read(0)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await read(2000)).toMatchObject({ kind: 'read', rows: [{ id: 2 }] })
    // The first walk ends now. The rows of the second walk expire earlier than rows of the first would.
    await vi.advanceTimersByTimeAsync(minutes(5))
    expect(await read(2000)).toMatchObject({ kind: 'read', rows: [{ id: 3 }] })
    await vi.advanceTimersByTimeAsync(minutes(1))
    expect(await read(0)).toMatchObject({ kind: 'read', rows: [{ id: 3 }] })
    expect(seen.begun).toBe(3)
  })
})

describe('a failed walk', () => {
  const failsOnce = (walk: number): Script => (walk === 1 ? [page(rowsFrom(0, 2), 3), failure()] : twoPages)

  it('returns the problem to all readers and logs it once', async () => {
    const { read } = listOf(failsOnce)
    const failed = { kind: 'failed', problem: { kind: 'unreachable', message: null } }
    expect(await Promise.all([read(2000), read(2000)])).toEqual([failed, failed])
    expect(logged.filter((line) => JSON.stringify(line).includes('service problem'))).toHaveLength(1)
  })

  it('makes room for another walk after five seconds', async () => {
    const { read, seen } = listOf(failsOnce)
    await read(1300)
    await vi.advanceTimersByTimeAsync(4899)
    expect(await read(0)).toMatchObject({ kind: 'failed' })
    await vi.advanceTimersByTimeAsync(1)
    expect(await read(0)).toMatchObject({ kind: 'reading', searched: 0 })
    expect(await read(2000)).toMatchObject({ kind: 'read', rows: rowsFrom(0, 3) })
    expect(seen.begun).toBe(2)
  })

  it('makes read throw when the error is not a ServiceError', async () => {
    const { kept, read } = listOf((walk) => (walk === 1 ? [new TypeError('A mistake of this app.')] : twoPages))
    await read(0)
    await vi.advanceTimersByTimeAsync(600)
    await expect(kept().read({ waitMs: 0 })).rejects.toThrow('A mistake of this app.')
    await vi.advanceTimersByTimeAsync(5000)
    expect(await read(2000)).toMatchObject({ kind: 'read' })
  })
})

describe('the choices of a list', () => {
  it('have separate rows, and drop those of the least recently read choice when there are too many', async () => {
    const { read, seen } = listOf((walk) => [page([{ id: walk }], 1), end])
    await read(2000, 'January')
    expect(await read(2000, 'February')).toMatchObject({ rows: [{ id: 2 }] })
    expect(await read(0, 'January')).toMatchObject({ rows: [{ id: 1 }] })
    await read(2000, 'March')
    expect(await read(0, 'January')).toMatchObject({ rows: [{ id: 1 }] })
    expect(await read(0, 'March')).toMatchObject({ rows: [{ id: 3 }] })
    expect(await read(0, 'February')).toMatchObject({ kind: 'reading' })
    expect(seen.begun).toBe(4)
  })

  it('keep a walk that is under way, and the next walk begins after it', async () => {
    const { read, seen } = listOf(() => twoPages, { maxChoices: 1 })
    await read(0, 'January')
    expect(await read(1000, 'February')).toEqual(notBegun)
    expect(await read(1000, 'January')).toMatchObject({ kind: 'read' })
    expect(seen.begun).toBe(1)
    expect(await read(2000, 'February')).toMatchObject({ kind: 'read' })
  })

  it('keep rows that no reader has fetched yet until 30 seconds have passed', async () => {
    const { read, seen } = listOf(() => twoPages, { maxChoices: 1 })
    await read(0, 'January')
    await vi.advanceTimersByTimeAsync(29_999)
    expect(await read(0, 'February')).toEqual(notBegun)
    expect(seen.begun).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await read(2000, 'February')).toMatchObject({ kind: 'read' })
  })
})

it('keptWalk allows two walks at once over all lists, and begins a third at a later read', async () => {
  const [first, second, third] = [listOf(() => twoPages), listOf(() => manyPages), listOf(() => twoPages)]
  await first.read(0)
  await second.read(0)
  expect(await third.read(1000)).toEqual(notBegun)
  await vi.advanceTimersByTimeAsync(1000)
  expect(third.seen.begun).toBe(0)
  expect(await third.read(2000)).toMatchObject({ kind: 'read' })
})
