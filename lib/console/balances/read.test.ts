import { beforeEach, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { balanceRecord, serveList } from '@/lib/console/shared/test-service'
import { balance } from '@/lib/service/test-support'
import * as all from './all'
import { readBalances } from './read'

const withoutText = { find: '', sort: null, page: 3, limit: 2 }
const withText = { ...withoutText, find: 'b', page: 1 }

beforeEach(() => configure())

it('readBalances reads one page of the service when there is no text and no sort', async () => {
  const queries = serveList('balances', () => [1, 2, 3, 4, 5].map(balanceRecord))
  expect(await readBalances(withoutText)).toEqual({
    kind: 'page',
    rows: [{ row: balance({ user_id: 'user-5', wallet_address: 'wallet-5', bolts: 5 }), position: 5 }],
    page: 3,
    limit: 2,
    total: 5,
    suspicions: [],
    walk: null,
  })
  expect(queries).toEqual(['page=3&limit=2'])
})

it('readBalances returns the problem when the service fails', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'No' }, { status: 403 }))
  expect(await readBalances(withoutText)).toMatchObject({ kind: 'failed', problem: { kind: 'forbidden' } })
})

it('readBalances selects from all balances, read after options.after, when there is a text', async () => {
  const rows = ['a', 'b'].map((user_id) => balance({ user_id, wallet_address: 'w' }))
  const walk = { kind: 'read', rows, readAt: 0, change: null, unreadable: 0, isWhole: true, suspicions: [] } as const
  const readAll = vi.spyOn(all, 'readAllBalances').mockResolvedValue(walk)
  expect(await readBalances(withText, { after: 7 })).toMatchObject({ rows: [{ position: 2 }], total: 1, walk })
  expect(readAll).toHaveBeenCalledWith({ after: 7 })
})

it('readBalances returns the progress when the walk is under way', async () => {
  const reading = { kind: 'reading', searched: 200, total: 5000, pauseSeconds: null } as const
  vi.spyOn(all, 'readAllBalances').mockResolvedValue(reading)
  expect(await readBalances(withText)).toBe(reading)
})
