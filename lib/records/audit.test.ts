import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { configure } from '@/lib/config/test-support'
import { useLog } from '@/lib/log/test-support'
import { exposition, samplesIn } from '@/lib/metrics/test-support'
import { collected } from '@/lib/service/test-support'
import * as stores from '@/lib/store'
import { processStore } from '@/lib/store/process-store'
import { beginAnotherProcess } from '@/lib/test-support'
import { keptSettled, keptState } from '@/lib/store/kept-in-store'
import { audit, auditLookUp, auditPages, readAudit, type AuditAct } from './audit'

const lines = useLog()
let isAway: boolean
let store: stores.Store

const olga = { id: 'staff-1', name: 'Olga Example' }
const ivo = { id: 'staff-2', name: 'Ivo' }

/** Makes a process store to which a test can forbid writing. */
function storeOfTest(): stores.Store {
  const inner = processStore()
  const list: typeof inner.list = (name, options) => {
    const kept = inner.list(name, options)
    const away = () => Promise.reject(new stores.StoreUnavailableError('ECONNREFUSED'))
    return { ...kept, append: (entry) => (isAway ? away() : kept.append(entry)) }
  }
  return { ...inner, list }
}

beforeEach(() => {
  beginAnotherProcess()
  configure()
  isAway = false
  store = storeOfTest()
  vi.spyOn(stores, 'store').mockImplementation(() => store)
  // Each test has a separate list, which listens for the end of the process.
  vi.spyOn(process, 'once').mockReturnThis()
})

async function kept() {
  await keptSettled()
  return (await readAudit({ limit: 100 })).rows
}

describe('audit', () => {
  it.each<AuditAct>([
    { action: 'export', what: 'balances' },
    { action: 'export', what: 'resources', about: 'canary' },
    { action: 'upload', what: 'BATCH1', sizeBytes: 12 },
    { action: 'key_check', what: 'fine' },
    { action: 'look_up', what: 'wallet', about: 'canary' },
    { action: 'forget', about: 'canary' },
    { action: 'send_again', what: 'MESSAGE1' },
  ])('writes one log line without the person, and one entry, when the act is %j', async (act) => {
    audit(olga, act)
    const { about: _, ...logged } = { about: undefined, ...act }
    expect(lines).toEqual([expect.objectContaining({ event: 'audit', staff: 'staff-1', ...logged })])
    expect(JSON.stringify(lines)).not.toMatch(/canary|Olga/)
    const { action: __, ...entry } = act
    expect(await kept()).toEqual([expect.objectContaining({ staffId: 'staff-1', staffName: 'Olga Example', ...entry })])
  })

  it('adds the given fields to the log line', () => {
    audit(olga, { action: 'forget', about: 'ada' }, { records: 2, connections: 1, messages: 0 })
    expect(lines).toMatchObject([{ action: 'forget', records: 2, connections: 1, messages: 0 }])
  })

  it('cuts a text to 200 characters, and shows the codes of invisible and reordering ones', async () => {
    for (const [text, shown] of [
      ['ada\u202egnp.\u2066', 'ada\\u{202e}gnp.\\u{2066}'],
      ['ada\r\nbob,"\u2028\u0085', 'ada\\u{000d}\\u{000a}bob,"\\u{2028}\\u{0085}'],
      ['a\u200bd\ud800\u{e0041}', 'a\\u{200b}d\\u{d800}\\u{e0041}'],
      // The cut divides a character.
      [`${'x'.repeat(199)}😀`, `${'x'.repeat(199)}\\u{d83d}`],
      ['Ada  עדה 李 é', 'Ada  עדה 李 é'],
    ] as const) {
      audit(olga, { action: 'forget', about: text })
      audit(olga, { action: 'upload', what: text.slice(0, 100) })
      const [upload, forget] = await kept()
      expect([forget?.about, upload?.what]).toEqual([shown, shown.slice(0, text.length > 100 ? 100 : undefined)])
    }
  })

  it('keeps only the newest entries when there are more than the limit for connect records', async () => {
    configure({ CONNECT_RECORDS_MAX_ENTRIES: '2' })
    for (const what of ['a', 'b', 'c']) audit(olga, { action: 'send_again', what })
    expect((await kept()).map(({ what }) => what)).toEqual(['c', 'b'])
  })
})

describe('auditLookUp', () => {
  it('skips a repeated look-up of the same person within a minute, but no other look-up', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    auditLookUp(olga, 'user', 'ada')
    auditLookUp(olga, 'user', 'ada')
    vi.advanceTimersByTime(59_000)
    auditLookUp(olga, 'user', 'ada')
    expect(lines).toHaveLength(1)
    auditLookUp(ivo, 'user', 'ada')
    auditLookUp(olga, 'search', 'ada')
    auditLookUp(olga, 'user', 'bob')
    expect(lines).toHaveLength(4)
    vi.advanceTimersByTime(60_001)
    auditLookUp(olga, 'user', 'ada')
    expect(lines).toHaveLength(5)
    expect((await kept()).map(({ staffId, what, about }) => `${staffId} ${what} ${about}`)).toEqual([
      'staff-1 user ada',
      'staff-1 user bob',
      'staff-1 search ada',
      'staff-2 user ada',
      'staff-1 user ada',
    ])
  })

  it('skips every repeat when a page refreshes by itself for longer than a minute', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    auditLookUp(olga, 'user_bolts', 'ada')
    for (let second = 1; second <= 300; second += 1) {
      vi.advanceTimersByTime(1000)
      auditLookUp(olga, 'user_bolts', 'ada')
      // Another look-up in between must not reset the repeat.
      if (second % 70 === 0) auditLookUp(ivo, 'user', `user ${second}`)
    }
    expect(lines.map((line) => line['staff'])).toEqual(['staff-1', ...Array.from({ length: 4 }, () => 'staff-2')])
  })
})

it('audit keeps entries while the store is unavailable, and counts and logs those above the byte limit as lost', async () => {
  isAway = true
  audit(ivo, { action: 'send_again', what: 'first' })
  const about = '\u0001'.repeat(200)
  for (let count = 0; count < 8000; count += 1) audit(olga, { action: 'forget', about })
  expect(lines).toContainEqual({ event: 'audit entry lost', reason: 'full' })
  const { waiting, lost } = keptState('audit')
  expect([waiting + lost, lost > 0]).toEqual([8001, true])
  const counted = samplesIn(await exposition()).find(
    ({ name, labels }) => name === 'subnet_connect_lost_writes_total' && labels['what'] === 'audit',
  )
  expect(Number(counted?.value)).toBeGreaterThan(0)
  isAway = false
  expect((await kept()).map(({ action }) => action)).toEqual(Array(100).fill('forget'))
  expect(keptState('audit')).toEqual({ waiting: 0, lost })
})

it('readAudit and auditPages return only entries that match the filter when there is one', async () => {
  await store.list('audit', { schema: z.any(), maxEntries: 1000 }).append({ action: 'of another version' })
  audit(olga, { action: 'forget', about: 'demo:Ada Zoe\u0308' })
  audit(ivo, { action: 'look_up', what: 'user', about: 'demo:bob' })
  audit(ivo, { action: 'upload', what: 'BATCH1' })
  await keptSettled()
  for (const [where, found] of [
    [{}, ['upload', 'look_up', 'forget']],
    [{ action: 'forget' }, ['forget']],
    [{ person: 'ADA' }, ['forget']],
    [{ person: 'zo\u00eb' }, ['forget']],
    [{ person: 'ivo' }, ['upload', 'look_up']],
    [{ person: 'staff-2', action: 'look_up' }, ['look_up']],
    [{ person: 'BATCH1' }, []],
  ] as const) {
    const page = await readAudit({ limit: 100 }, where)
    expect(page.rows.map((row) => row.action)).toEqual(found)
    expect((await collected(auditPages(where))).flat()).toEqual(page.rows)
  }
})
