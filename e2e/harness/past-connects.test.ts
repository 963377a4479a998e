import bs58 from 'bs58'
import { describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import * as logging from '@/lib/log'
import { addDemoConnects, connectRecords, type ConnectRecord } from '@/lib/records'
import { beginAnotherProcess } from '@/lib/test-support'
import { pastConnectsFile } from './past-connects'

const wallets = Array.from({ length: 800 }, (_, index) => bs58.encode(new Uint8Array(32).fill(index % 250)))

describe('the file of made-up connects', () => {
  it('becomes records with the times of the steps, whose presses are those of the figures', async () => {
    configure({
      NEXTAUTH_URL: 'http://localhost:3000',
      DEMO_LOGIN: '1',
      CONNECT_RECORDS: 'full',
      DEMO_CONNECTS: pastConnectsFile(wallets),
    })
    beginAnotherProcess()
    await addDemoConnects()
    const records: ConnectRecord[] = []
    for await (const part of connectRecords().all()) records.push(...part)
    const days = await connectRecords().days(30)
    for (const { day, confirmed, refused, steps } of days) {
      const of = (...outcomes: string[]) =>
        records.filter(({ at, outcome }) => outcomes.includes(outcome) && new Date(at).toISOString().startsWith(day))
      expect([confirmed, refused]).toEqual([of('confirmed').length, of('refused').length])
      expect(steps.arrived).toBe(of('arrived').length)
    }
    expect(days.filter((day) => day.reasons['server_error'])).toHaveLength(1)
    expect(records.length).toBeGreaterThan(2000)
  })

  it('is reported when it is missing, and the app starts without it', async () => {
    const error = vi.fn()
    vi.spyOn(logging, 'log').mockReturnValue({ error } as never)
    configure({ NEXTAUTH_URL: 'http://localhost:3000', DEMO_LOGIN: '1', DEMO_CONNECTS: wallets.slice(0, 2).join() })
    beginAnotherProcess()
    await addDemoConnects()
    expect(error.mock.calls).toMatchObject([[{ event: 'demo connects not added', reason: 'Error' }]])
    expect(await connectRecords().newest({ limit: 1 })).toMatchObject({ rows: [] })
  })
})
