import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { exportResponse } from '@/lib/console/shared/export'
import { exportTexts } from '@/components/console/shared/export-texts'
import * as auditing from '@/lib/audit'
import { configure } from '@/lib/config/test-support'
import * as recording from '@/lib/records'
import type { ConnectCall, ConnectStep } from '@/lib/records'
import { connectRecords } from '@/lib/records/records'
import '@/lib/skin/test-support'
import { processStore } from '@/lib/store/process-store'
import { connectColumns, connectParts } from './export'

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const walletAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const arrived: ConnectStep = { step: 'arrived', code: 'CODE000000', requestId, userId: undefined, language: 'de' }
const confirmed: ConnectCall = {
  outcome: { kind: 'confirmed' },
  status: 200,
  code: 'CODE000001',
  requestId,
  userId: '=user-1',
  walletAddress,
  way: 'deep_link',
  language: 'de',
  isProven: true,
  durationMs: 120,
  attempts: 1,
}
const refused: ConnectCall = {
  ...confirmed,
  outcome: { kind: 'refused', reason: 'request_expired' },
  status: 410,
  code: 'CODE000002',
  isProven: false,
}

const bounds = { maxAgeMs: Infinity, maxEntries: 100, hashKey: 'key' }
let store = processStore()
const start = Date.parse('2026-01-31T12:00:00.500Z')

/** Records steps one minute apart, as a deployment with this detail does. */
async function keep(detail: 'full' | 'minimal', ...steps: (ConnectCall | ConnectStep)[]) {
  let at = start - 60_000
  const records = connectRecords(store, { onLost: () => {} }, { detail, ...bounds }, () => (at += 60_000))
  for (const step of steps) records.add(step)
  await records.settled()
  vi.spyOn(recording, 'connectRecords').mockReturnValue(records)
}

async function exported(format: string, where: Parameters<typeof connectParts>[0] = {}) {
  const request = new Request(`https://app.example/console/connects/export?format=${format}`)
  const response = await exportResponse(
    request,
    { id: crypto.randomUUID(), name: 'Olga' },
    { name: 'connects', columns: connectColumns(), rows: () => connectParts(where), texts: exportTexts() },
  )
  return response.text()
}

beforeEach(() => {
  store = processStore()
  configure({ CONNECT_RECORDS: 'full' })
  vi.spyOn(auditing, 'audit').mockReturnValue()
})

describe('connectParts', () => {
  it('yields a row for each step, the newest first, when the format is CSV', async () => {
    await keep('full', arrived, confirmed)
    expect((await exported('csv')).split('\r\n')).toEqual([
      'at,outcome,reason,status,code,request_id,way,language,is_proven,duration_ms,attempts,user_id,wallet_address',
      `2026-01-31T12:01:00.500Z,confirmed,,200,CODE000001,${requestId},deep_link,de,true,120,1,'=user-1,${walletAddress}`,
      `2026-01-31T12:00:00.500Z,arrived,,,CODE000000,${requestId},,de,,,,,`,
      '',
    ])
  })

  it('yields every field in every row when the format is JSON', async () => {
    await keep('full', arrived, refused)
    expect(JSON.parse(await exported('json'))).toEqual([
      {
        at: '2026-01-31T12:01:00.500Z',
        outcome: 'refused',
        reason: 'request_expired',
        status: 410,
        code: 'CODE000002',
        request_id: requestId,
        way: 'deep_link',
        language: 'de',
        is_proven: false,
        duration_ms: 120,
        attempts: 1,
        user_id: '=user-1',
        wallet_address: walletAddress,
      },
      {
        at: '2026-01-31T12:00:00.500Z',
        outcome: 'arrived',
        reason: null,
        status: null,
        code: 'CODE000000',
        request_id: requestId,
        way: null,
        language: 'de',
        is_proven: null,
        duration_ms: null,
        attempts: null,
        user_id: null,
        wallet_address: null,
      },
    ])
  })

  it.each(['csv', 'json'])(
    'leaves user and wallet out of the %s when the deployment no longer keeps them',
    async (format) => {
      await keep('full', confirmed)
      configure({ CONNECT_RECORDS: 'minimal' })
      const text = await exported(format)
      expect(text).toContain('CODE000001')
      for (const kept of ['user', 'wallet', walletAddress]) expect(text).not.toContain(kept)
    },
  )

  it('yields the matching records when there is a filter', async () => {
    await keep('full', arrived, confirmed, refused)
    const codes = async (where: Parameters<typeof connectParts>[0]) =>
      (JSON.parse(await exported('json', where)) as { code: string }[]).map(({ code }) => code)
    expect(await codes({ outcome: 'refused' })).toEqual(['CODE000002'])
    expect(await codes({ wallet: '7xKX' })).toEqual(['CODE000002', 'CODE000001'])
    expect(await codes({ day: '2026-01-30' })).toEqual([])
  })

  it('yields an unreadable row when another version has written the record', async () => {
    await keep('full', arrived)
    await store.list('connects', { schema: z.string(), maxEntries: 10 }).append('another version')
    const rows = JSON.parse(await exported('json')) as object[]
    expect(rows[0]).toEqual({ unreadable: {} })
    expect(rows.slice(1)).toMatchObject([{ code: 'CODE000000' }, { remark: expect.stringContaining('1 record') }])
  })

  it('yields no rows when there are no records', async () => {
    await keep('minimal')
    configure({ CONNECT_RECORDS: 'minimal' })
    expect((await exported('csv')).trim()).toMatch(/attempts$/)
    expect(await exported('json')).toBe('[]\n')
  })
})
