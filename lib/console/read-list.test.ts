import { beforeEach, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { failed, succeeded, type Listed, type Page, type Result } from '@/lib/service'
import { StoreUnavailableError } from '@/lib/store'
import type { ListDeclaration } from './list'
import { readQuery } from './query'
import { readList } from './read-list'
import * as kept from './rows'
import { rows as whole, unreachable, type Row } from './test-support'

const all: Listed<Row>[] = ['e', 'd', 'c', 'b', 'a'].map((id, index) => ({ id, position: index + 1 }))
const pageOf = vi.fn(
  async (_: unknown, { page, limit }: { page: number; limit: number }): Promise<Result<Page<Row>>> => {
    return succeeded({ items: all.slice((page - 1) * limit, page * limit), unreadable: 0, page, limit, total: 5 })
  },
)
const broken = failed(unreachable)
const source: (typeof whole)['source'] = { kind: 'paged', page: pageOf, walk: async function* () {} }
const paged: typeof whole = { ...whole, source, filter: () => ({ from: '2026' }) }
const read = (list: ListDeclaration<Row, object>, query = {}) =>
  readList(list, readQuery(list, { rows: '2', ...query }))
/** The rows with their positions, like `1 e, 2 d`. */
const idsOf = (result: Awaited<ReturnType<typeof read>>) =>
  result.kind === 'page' && result.rows.map((row) => `${row.position} ${'id' in row && row.id}`).join(', ')

beforeEach(() => configure())

it('readList reads one page of the service, with its filter, when there is no text and no sort', async () => {
  const page = await read(paged, { page: '3' })
  expect(page).toMatchObject({ page: 3, limit: 2, total: 5, walk: null })
  expect(idsOf(page)).toBe('5 a')
  expect(pageOf).toHaveBeenCalledOnce()
  expect(pageOf.mock.calls[0]?.[1]).toEqual({ from: '2026', page: 3, limit: 2 })
  pageOf.mockResolvedValueOnce(broken)
  expect(await read(paged)).toMatchObject({ kind: 'failed', problem: { kind: 'unreachable' } })
})

it('readList sorts the rows of one page as the list opens, without another call, and leaves a page of several as it is', async () => {
  const list: typeof whole = { ...paged, opensBy: { key: 'id', direction: 'ascending' } }
  const opened = await read(list, { rows: '5' })
  expect(opened).toMatchObject({ sort: list.opensBy, page: 1, limit: 5, total: 5, walk: null })
  expect(idsOf(opened)).toBe('5 a, 4 b, 3 c, 2 d, 1 e')
  const first = await read(list)
  expect(idsOf(first)).toBe('1 e, 2 d')
  expect(first).not.toHaveProperty('sort')
})

it('readList selects from all rows of this filter, read after `after`, when there is a text or a sort', async () => {
  const rows = { kind: 'read', rows: all, unreadable: 1, readAt: 0, hasChanged: false, isWhole: true } as const
  const allRows = vi.spyOn(kept, 'allRows').mockResolvedValue(rows)
  const page = await read(paged, { sort: 'id', page: '2', after: '7' })
  expect(page).toMatchObject({ page: 2, limit: 2, total: 5, unreadable: 1, walk: rows, all })
  expect(idsOf(page)).toBe('3 c, 2 d')
  expect(allRows).toHaveBeenCalledWith('balances', { from: '2026' }, expect.any(Function), { after: 7 })
  const reading = { kind: 'reading', searched: 1, total: null, pauseSeconds: null } as const
  allRows.mockResolvedValue(reading)
  expect(await read(paged, { find: 'a' })).toBe(reading)
})

it('readList sorts and searches the rows of one call', async () => {
  const list: typeof whole = { ...whole, source: { kind: 'whole', read: async () => succeeded({ rows: all }) } }
  const page = await read(list, { sort: 'id', page: '3' })
  expect(page).toMatchObject({ page: 3, limit: 2, total: 5, walk: null, all })
  expect(idsOf(page)).toBe('1 e')
  expect(idsOf(await read(list, { find: 'b' }))).toBe('4 b')
  expect(await read({ ...list, source: { kind: 'whole', read: async () => broken } })).toMatchObject({ kind: 'failed' })
})

it('readList reads a page of entries, and sorts it', async () => {
  const page = vi.fn(async () => ({ rows: all, nextBefore: '2-0' }))
  const list: typeof whole = { ...whole, source: { kind: 'newest', page, all: async function* () {} } }
  const read = await readList(list, readQuery(list, { before: '9-0', sort: 'id' }))
  expect(read).toEqual({ kind: 'newest', rows: all.toReversed(), nextBefore: '2-0' })
  expect(page).toHaveBeenCalledExactlyOnceWith({ before: '9-0', limit: 50 }, {})
})

it('readList says that the store is away when it has the rows', async () => {
  const fail = async () => Promise.reject(new StoreUnavailableError('ECONNREFUSED'))
  const sources: (typeof whole)['source'][] = [
    { kind: 'newest', page: fail, all: async function* () {} },
    { kind: 'whole', read: fail },
  ]
  for (const source of sources) expect(await read({ ...whole, source })).toEqual({ kind: 'away' })
})
