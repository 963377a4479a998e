import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ConnectRecords } from '@/lib/records/records'
import { keptSettled } from '@/lib/store/kept-in-store'
import { processStore } from '@/lib/store/process-store'
import { StoreUnavailableError } from '@/lib/store/store'
import { folderWith } from '@/lib/test-support'
import { deleteFullRecords, refuseBadConfiguration, refuseUnsupportedRedis } from './start'

const { settings, held, info, sleep, error } = vi.hoisted(() => ({
  error: vi.fn(),
  settings: { connectRecords: { detail: 'minimal' }, skinFolder: '' },
  held: {} as { records?: ConnectRecords },
  info: vi.fn<(entry: object) => void>(),
  sleep: vi.fn<(ms: number) => Promise<void>>(),
}))
vi.mock('@/lib/config', async (original) => ({ ...(await original<object>()), config: () => settings }))
vi.mock('@/lib/store', async (original) => ({
  ...(await original<object>()),
  checkRedis: async () => ({ state: 'refused', reason: 'SENTINEL' }),
}))
vi.mock('@/lib/log', () => ({ log: () => ({ info, error }) }))
vi.mock('@/lib/store/marks', () => ({ isErasedSince: async () => false, begunBefore: () => 0 }))
vi.mock('@/lib/records', () => ({ connectRecords: () => held.records }))
vi.mock('node:timers/promises', () => ({ setTimeout: sleep }))

const bounds = { maxAgeMs: 3_600_000, maxEntries: 100 }
const recordsOf = (store: ReturnType<typeof processStore>, detail: 'full' | 'minimal') =>
  new ConnectRecords(store, { detail, ...bounds })

async function arrive(records: ConnectRecords, code: string): Promise<void> {
  records.add({ step: 'arrived', code, requestId: code, userId: 'ada' })
  await keptSettled()
}
const codesKept = async (records: ConnectRecords) => {
  const found = await records.find(() => true, { limit: 10 })
  return found.map(({ code }) => code).sort()
}

describe('deleteFullRecords', () => {
  let full: ConnectRecords
  let minimal: ConnectRecords
  beforeEach(async () => {
    for (const mock of [info, sleep]) mock.mockReset()
    settings.connectRecords.detail = 'minimal'
    const store = processStore()
    full = recordsOf(store, 'full')
    minimal = recordsOf(store, 'minimal')
    held.records = minimal
    await arrive(full, 'EARLIER')
    await arrive(minimal, 'NOW')
  })

  it('deletes nothing when CONNECT_RECORDS is full', async () => {
    settings.connectRecords.detail = 'full'
    await deleteFullRecords()
    expect(await codesKept(full)).toEqual(['EARLIER', 'NOW'])
    expect([sleep.mock.calls, info.mock.calls]).toEqual([[], []])
  })

  it('deletes the records with a user when CONNECT_RECORDS is minimal, and again after ten minutes, and logs their number', async () => {
    sleep.mockImplementation(async (ms) => {
      if (ms > 0) await arrive(full, 'OLD INSTANCE')
    })
    await deleteFullRecords()
    expect(sleep.mock.calls.map(([ms]) => ms)).toEqual([0, 600_000])
    expect(await codesKept(minimal)).toEqual(['NOW'])
    const line = [{ event: 'full connect records deleted', records: 1 }]
    expect(info.mock.calls).toEqual([line, line])
  })

  it('tries again when the store is unavailable at first', async () => {
    vi.spyOn(minimal, 'deleteFull').mockRejectedValueOnce(new StoreUnavailableError('ECONNREFUSED'))
    await deleteFullRecords()
    expect(await codesKept(minimal)).toEqual(['NOW'])
    expect(info).toHaveBeenCalledOnce()
  })
})

describe('the start', () => {
  let printed: string
  beforeEach(() => {
    printed = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((printed += String(text)), true))
    const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`)
    })
    onTestFinished(() => exit.mockRestore())
  })

  it('ends with code 1 when REDIS_URL is the URL of a Sentinel, and prints why', async () => {
    await expect(refuseUnsupportedRedis()).rejects.toThrow('exit 1')
    expect(printed).toContain('REDIS_URL leads to a Sentinel')
  })

  it('ends with code 1 when the skin has mistakes, and prints each mistake with its file', () => {
    settings.skinFolder = folderWith({
      'brand.json': '{ "name": "Acme", "serviceName": "Rewards" }',
      'theme.css': '@import "https://fonts.example/own.css";',
      'messages/de.json': '{ "home": { "text": "{", "old": "x" } }',
    })
    expect(refuseBadConfiguration).toThrow('exit 1')
    for (const problem of [
      'brand.json service is missing',
      'brand.json has serviceName',
      'theme.css has @import',
      'messages/de.json home.text is not a valid ICU message',
      'messages/de.json home.old is not a text of this version',
    ]) {
      expect(printed).toContain(`  ${problem}`)
    }
  })
})
