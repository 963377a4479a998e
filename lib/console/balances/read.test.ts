import { beforeEach, expect, it, vi } from 'vitest'
import { ServiceTransportError, type Balance } from '@/lib/service'
import { readAllBalances } from './all'
import { readBalances } from './read'

const listBalances = vi.hoisted(() => vi.fn())
vi.mock('@/lib/service', async (original) => ({ ...(await original<object>()), listBalances }))
vi.mock('@/lib/config', () => ({ config: () => ({ service: { apiKey: 'key-12345' }, logLevel: 'silent' }) }))
vi.mock(import('./all'), async (original) => ({ ...(await original()), readAllBalances: vi.fn() }))

const balance = (user_id: string): Balance => ({
  user_id,
  wallet_address: 'w',
  current_period_points: '1',
  all_time_points: '1',
  bolts: '1',
})
const withoutText = { find: '', sort: null, page: 3, limit: 2 }
const withText = { ...withoutText, find: 'b', page: 1 }

beforeEach(() => vi.resetAllMocks())

it('readBalances numbers the rows by the page of the service when there is no text and no sort', async () => {
  listBalances.mockResolvedValue({ items: [balance('a')], page: 3, limit: 2, total: 5, suspicions: [] })
  expect(await readBalances(withoutText)).toEqual({
    kind: 'page',
    rows: [{ row: balance('a'), position: 5 }],
    page: 3,
    limit: 2,
    total: 5,
    suspicions: [],
    walk: null,
  })
  expect(readAllBalances).not.toHaveBeenCalled()
})

it('readBalances returns the problem when the service fails', async () => {
  listBalances.mockRejectedValue(new ServiceTransportError('listBalances', 'ECONNRESET'))
  expect(await readBalances(withoutText)).toMatchObject({ kind: 'failed', problem: { kind: 'unreachable' } })
})

it('readBalances selects from all balances, read after options.after, when there is a text', async () => {
  const rows = ['a', 'b'].map(balance)
  const walk = { kind: 'read', rows, readAt: 0, change: null, unreadable: 0, isWhole: true, suspicions: [] } as const
  vi.mocked(readAllBalances).mockResolvedValue(walk)
  expect(await readBalances(withText, { after: 7 })).toMatchObject({ rows: [{ position: 2 }], total: 1, walk })
  expect(readAllBalances).toHaveBeenCalledWith({ after: 7 })
})

it('readBalances returns the progress when the walk is under way', async () => {
  const reading = { kind: 'reading', searched: 200, total: 5000, pauseSeconds: null } as const
  vi.mocked(readAllBalances).mockResolvedValue(reading)
  expect(await readBalances(withText)).toBe(reading)
})
