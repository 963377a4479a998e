import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { useLog } from '@/lib/log/test-support'
import { correlationId, runInRequest } from '@/lib/request/context'
import type { WalkEvent } from '@/lib/service'
import { forgetSingletons } from '@/lib/test-support'
import { allRows, keptRows } from './rows'
import { unreachable } from './test-support'

interface Row {
  id: number
  text?: string
}
type Event = WalkEvent<Row>

const rowsFrom = (first: number, count: number): Row[] => Array.from({ length: count }, (_, i) => ({ id: first + i }))
const page = (rows: Row[], total: number): Event => ({
  kind: 'page',
  page: { items: rows.map((row) => ({ ...row, position: row.id + 1 })), unreadable: 0, page: 1, limit: 200, total },
})
const end: Event = { kind: 'end', hasChanged: false }
const twoPages = [page(rowsFrom(0, 2), 3), page(rowsFrom(2, 1), 3), end]
const manyPages = Array.from({ length: 200 }, (_, at) => page(rowsFrom(at, 1), 200))
const failure: Event = { kind: 'failed', error: unreachable }
const failed = { kind: 'failed', problem: { kind: 'unreachable', message: null } }
const notBegun = { kind: 'reading', searched: 0, total: null, pauseSeconds: null }
const minutes = (count: number) => count * 60_000

const logged = useLog()
let lists = 0

/**
 * Makes a list with a unique name. `scriptOf` returns the events of each walk over it, numbered from 1, perhaps with an
 * error at the end. Each event takes 600 ms, and a pause also takes its seconds.
 */
function listOf(scriptOf: (walk: number) => readonly (Event | Error)[]) {
  const name = `list ${(lists += 1)}`
  const seen = { begun: 0, left: 0, request: 'none' as string | undefined }
  async function* events(script: readonly (Event | Error)[], signal: AbortSignal | undefined) {
    try {
      for (const each of script) {
        await wait(600, signal)
        if (each instanceof Error) throw each
        yield each
        if (each.kind === 'pause') await wait(each.seconds * 1000, signal)
      }
    } finally {
      seen.left += 1
    }
  }
  /** Asks for the rows like a page, while `waitMs` milliseconds pass. */
  const read = async (waitMs?: number, { choice = '', after }: { choice?: string; after?: number } = {}) => {
    const asked = allRows<Row, string>(
      name,
      choice,
      (_access, _filter, { signal }) => {
        seen.begun += 1
        seen.request = correlationId()
        return events(scriptOf(seen.begun), signal)
      },
      { after, ...(waitMs !== undefined && { waitMs }) },
    )
    asked.catch(() => {})
    await vi.advanceTimersByTimeAsync(waitMs ?? 1000)
    return asked
  }
  return { name, seen, read }
}

const wait = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const abort = () => reject(signal?.reason as Error)
    signal?.addEventListener('abort', abort)
    setTimeout(() => resolve(signal?.removeEventListener('abort', abort)), ms)
  })

beforeEach(() => {
  configure()
  forgetSingletons(/^rows of lists/)
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('allRows', () => {
  it('returns the progress of the walk, waits a second at most, and then returns the rows', async () => {
    const { name, read, seen } = listOf(() => twoPages)
    expect(keptRows(name, '')).toBeUndefined()
    expect(await runInRequest('a request', () => read(500))).toEqual(notBegun)
    expect(await read(500)).toEqual({ kind: 'reading', searched: 2, total: 3, pauseSeconds: null })
    const rows = await read()
    const readAt = 1_800_000_000_000 + 1800
    expect(rows).toMatchObject({ kind: 'read', rows: rowsFrom(0, 3), readAt, hasChanged: false, isWhole: true })
    expect(await read(0)).toBe(rows)
    expect([keptRows(name, ''), keptRows(name, 'another filter')]).toEqual([rows, undefined])
    expect(seen).toEqual({ begun: 1, left: 1, request: undefined })
  })

  it('shares one walk among all pages with the same filter, and begins another one for another filter', async () => {
    const { read, seen } = listOf(() => twoPages)
    const [first, second] = await Promise.all([read(2000), read(2000)])
    expect(first).toBe(second)
    expect(seen.begun).toBe(1)
    expect(await read(0, { choice: '{"from":"2026-01-01"}' })).toEqual(notBegun)
    expect(seen.begun).toBe(2)
  })

  it('returns the remaining seconds of a pause until the next page, and logs the pause', async () => {
    const { read, name } = listOf(() => [{ kind: 'pause', seconds: 20 }, ...twoPages])
    expect(await read(700)).toMatchObject({ kind: 'reading', pauseSeconds: 20 })
    expect(await read(10_000)).toMatchObject({ kind: 'reading', pauseSeconds: 10 })
    expect(await read(10_600)).toMatchObject({ kind: 'reading', searched: 2, pauseSeconds: null })
    expect(logged).toEqual([
      { event: 'read all rows', name },
      { event: 'read all rows pause', name, waitMs: 20_000 },
    ])
  })

  it('reports a list that changed during the walk', async () => {
    const { read } = listOf(() => [page(rowsFrom(0, 1), 1), { kind: 'end', hasChanged: true }])
    expect(await read(2000)).toMatchObject({ kind: 'read', hasChanged: true })
  })

  it('has at most two walks under way, and begins the next one when one of them ends', async () => {
    const [one, two, three] = [listOf(() => twoPages), listOf(() => manyPages), listOf(() => twoPages)]
    await Promise.all([one.read(0), two.read(0)])
    expect([await three.read(1000), three.seen.begun]).toEqual([notBegun, 0])
    expect(await three.read(1000)).toEqual(notBegun)
    await three.read(0)
    expect(three.seen.begun).toBe(1)
  })

  it('keeps at most 100,000 rows', async () => {
    for (const total of [100_000, 100_001]) {
      const pages = [page(rowsFrom(0, 60_000), total), page(rowsFrom(60_000, total - 60_000), total)]
      const rows = await listOf(() => [...pages, end]).read(2000)
      expect(rows).toMatchObject({ kind: 'read', isWhole: total === 100_000 })
      expect(rows.kind === 'read' && rows.rows.length).toBe(100_000)
    }
  })

  it('keeps the rows before one that exceeds 32 Mi characters, and of several lists those read last', async () => {
    const large = (at: number, mebi: number): Row => ({ id: at, text: 'x'.repeat(mebi * 1024 * 1024) })
    const huge = listOf(() => [page([{ id: 0 }, large(1, 33)], 2), end])
    const rows = await huge.read(2000)
    expect(rows).toMatchObject({ kind: 'read', rows: [{ id: 0 }], isWhole: false })
    expect(await huge.read(0)).toBe(rows)

    const lists = [0, 1, 2].map((at) => listOf(() => [page([large(at, 22)], 1), end]))
    for (const [at, { read }] of lists.entries()) {
      expect(await read(2000)).toMatchObject({ kind: 'read', isWhole: true })
      if (at === 1) await lists[0]?.read(0)
    }
    const kinds = await Promise.all(lists.map(({ read }) => read(0)))
    expect(kinds.map(({ kind }) => kind)).toEqual(['read', 'reading', 'read'])
  })

  it('keeps the rows for five minutes, even if the timer is late as on a platform', async () => {
    const { read, seen } = listOf(() => twoPages)
    const rows = await read(2000)
    await vi.advanceTimersByTimeAsync(minutes(5) - 300)
    expect(await read(0)).toBe(rows)
    await vi.advanceTimersByTimeAsync(200)
    expect(await read(0)).toEqual(notBegun)
    expect(seen.begun).toBe(2)
  })

  it('reads rows and failures of the future again when the clock was set back', async () => {
    const { read, name, seen } = listOf((walk) => (walk === 2 ? [failure] : twoPages))
    const setBack = () => vi.setSystemTime(Date.now() - minutes(120))
    await read(2000)
    setBack()
    expect(keptRows(name, '')).toBeUndefined()
    expect(await read(2000)).toEqual(failed)
    setBack()
    expect(await read(2000)).toMatchObject({ kind: 'read' })
    expect(seen.begun).toBe(3)
  })

  it('ends a walk after 30 seconds without a request, without a problem in the log, and may begin another', async () => {
    const { read, seen } = listOf(() => manyPages)
    for (let asked = 0; asked < 3; asked += 1) {
      await read(0)
      await vi.advanceTimersByTimeAsync(29_000)
    }
    expect(seen.left).toBe(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(seen.left).toBe(1)
    expect(await read(0)).toEqual(notBegun)
    expect(logged.map(({ event }) => event)).toEqual(['read all rows', 'read all rows'])
  })
})

describe('a failed walk', () => {
  const failsOnce = (walk: number) => (walk === 1 ? [page(rowsFrom(0, 2), 3), failure] : twoPages)

  it('is reported to all waiting pages, logged once, and followed by another walk after five seconds', async () => {
    const { read, seen } = listOf(failsOnce)
    expect(await Promise.all([read(1300), read(1300)])).toEqual([failed, failed])
    expect(logged.filter(({ event }) => event === 'service problem')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3500)
    expect(await read(0)).toEqual(failed)
    await vi.advanceTimersByTimeAsync(1500)
    expect(await read(2000)).toMatchObject({ kind: 'read' })
    expect(seen.begun).toBe(2)
  })

  it('makes allRows throw when the error is not a ServiceError', async () => {
    const { read } = listOf((walk) => (walk === 1 ? [new TypeError('A mistake of this app.')] : twoPages))
    await expect(read(700)).rejects.toThrow('A mistake of this app.')
    await expect(read(0)).rejects.toThrow('A mistake of this app.')
  })
})

describe('a refresh', () => {
  it('returns later rows to the page that asks, and the old rows to the others until the walk has ended', async () => {
    const { read, seen } = listOf((walk) => [page([{ id: walk }], 1), end])
    const first = await read(5000)
    if (first.kind !== 'read') throw new Error('The walk has not ended.')
    const after = first.readAt
    expect(await read(0, { after: after - 1 })).toBe(first)
    expect(await read(0, { after: Date.now() + minutes(1) })).toBe(first)
    expect(await read(700, { after })).toMatchObject({ kind: 'reading', searched: 1 })
    expect(await read(0)).toBe(first)
    const second = await read(1000, { after })
    expect(second).toMatchObject({ kind: 'read', rows: [{ id: 2 }] })
    expect([await read(0), await read(0, { after })]).toEqual([second, second])
    expect(seen.begun).toBe(2)
  })

  it('shows its failure only to the page that asks, and its walk outlives the old rows', async () => {
    const { read, seen } = listOf((walk) => (walk === 2 ? [failure] : [page([{ id: walk }], 1), end]))
    const first = await read(5000)
    const after = Date.now()
    expect(await read(1000, { after })).toEqual(failed)
    expect(await read(0)).toBe(first)
    await vi.advanceTimersByTimeAsync(minutes(5) - 6000 + 1000)
    await read(400, { after })
    expect(seen.begun).toBe(3)
    expect(await read(2000)).toMatchObject({ kind: 'read', rows: [{ id: 3 }] })
    expect(seen.begun).toBe(3)
  })
})
