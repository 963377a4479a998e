import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { exportResponse } from '@/lib/console/export'
import * as auditing from '@/lib/audit'
import * as users from '@/lib/auth/user'
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

async function exported(where: Parameters<typeof connectParts>[0] = {}) {
  const request = new Request('https://app.example/console/connects/export')
  const file = { name: 'connects', columns: connectColumns(), parts: () => connectParts(where) }
  return (await (await exportResponse(request, file)).text()).split('\r\n')
}

beforeEach(() => {
  store = processStore()
  configure({ CONNECT_RECORDS: 'full' })
  vi.spyOn(auditing, 'audit').mockReturnValue()
  const operator = { id: 'olga', name: 'Olga', isOperator: true, isViewer: false }
  vi.spyOn(users, 'requireViewer').mockResolvedValue(operator)
})

const header =
  'at,outcome,reason,status,code,request_id,way,language,is_proven,duration_ms,attempts,user_id,wallet_address'

describe('connectParts', () => {
  it('yields a row for each step, the newest first', async () => {
    await keep('full', arrived, confirmed, refused)
    expect(await exported()).toEqual([
      header,
      `2026-01-31T12:02:00.500Z,refused,request_expired,410,CODE000002,${requestId},deep_link,de,false,120,1,"'=user-1",${walletAddress}`,
      `2026-01-31T12:01:00.500Z,confirmed,,200,CODE000001,${requestId},deep_link,de,true,120,1,"'=user-1",${walletAddress}`,
      `2026-01-31T12:00:00.500Z,arrived,,,CODE000000,${requestId},,de,,,,,`,
      '',
    ])
  })

  it('leaves user and wallet out of the file when the deployment no longer keeps them', async () => {
    await keep('full', confirmed)
    configure({ CONNECT_RECORDS: 'minimal' })
    const file = (await exported()).join()
    expect(file).toContain('CODE000001')
    for (const kept of ['user', 'wallet', walletAddress]) expect(file).not.toContain(kept)
  })

  it('yields an unreadable row when another version has written the record', async () => {
    await keep('full', arrived)
    await store.list('connects', { schema: z.string(), maxEntries: 10 }).append('another version')
    expect(await exported()).toEqual([
      header,
      `${','.repeat(13)}{}`,
      expect.stringContaining('CODE000000'),
      expect.stringContaining('1 record'),
      '',
    ])
  })
})
