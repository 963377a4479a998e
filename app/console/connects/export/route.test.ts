import { beforeEach, expect, it, vi } from 'vitest'
import { StoreUnavailableError } from '@/lib/store'
import { GET } from './route'

const { operatorOrRefusal, all } = vi.hoisted(() => ({ operatorOrRefusal: vi.fn(), all: vi.fn() }))
vi.mock('@/lib/config', () => ({
  config: () => ({
    service: { environment: 'staging', apiKey: 'key-12345', deadlineMs: 5000 },
    connectRecords: { detail: 'minimal' },
    logLevel: 'silent',
  }),
}))
vi.mock('@/lib/audit', () => ({ audit: () => {} }))
vi.mock('@/lib/console/shared/operator-or-refusal', () => ({ operatorOrRefusal }))
vi.mock('@/lib/console/shared/other-methods', () => ({}))
vi.mock(import('@/lib/skin'), async (original) => {
  const { brand } = await original()
  const named = { name: 'Site', service: 'Rewards', operator: 'Ada', consoleLocale: 'en' }
  return { brand: () => named as ReturnType<typeof brand> }
})
vi.mock(import('@/lib/records'), async (original) => {
  const records = await original()
  return { ...records, connectRecords: () => ({ all }) as unknown as ReturnType<typeof records.connectRecords> }
})

const get = (query: string) => GET(new Request(`https://app.example/console/connects/export?${query}`))

beforeEach(() => {
  operatorOrRefusal.mockReset().mockImplementation(async () => ({ id: crypto.randomUUID(), name: 'Olga' }))
  all.mockReset().mockImplementation(async function* () {
    yield []
  })
})

it('GET reads the records that match the filter of the query', async () => {
  const response = await get('format=csv&outcome=refused&reason=&day=2026-01-31&wallet=7xKX')
  expect(response.status).toBe(200)
  await response.text()
  expect(all.mock.calls).toEqual([[{ outcome: 'refused', day: '2026-01-31', wallet: '7xKX' }]])
})

it('GET reads nothing when the user is not an operator', async () => {
  operatorOrRefusal.mockResolvedValue(new Response('no', { status: 403 }))
  expect((await get('format=csv')).status).toBe(403)
  expect(all).not.toHaveBeenCalled()
})

it.each(['the records', 'the session'])(
  'GET explains that the store is unavailable when %s cannot be read',
  async (what) => {
    const fail = () => Promise.reject(new StoreUnavailableError('ECONNREFUSED'))
    if (what === 'the session') operatorOrRefusal.mockImplementation(fail)
    all.mockImplementation(async function* () {
      yield await fail()
    })
    const response = await get('format=csv')
    expect(response.status).toBe(503)
    expect(response.headers.has('content-disposition')).toBe(false)
    expect(await response.text()).toMatch(/^The export failed.*\n.+\nRedis isn’t answering/)
  },
)

it('GET aborts the download when the store becomes unavailable after the first rows', async () => {
  all.mockImplementation(async function* () {
    yield []
    throw new StoreUnavailableError('ECONNRESET')
  })
  const response = await get('format=json')
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toBeInstanceOf(StoreUnavailableError)
})
