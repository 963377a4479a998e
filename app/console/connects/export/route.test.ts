import { beforeEach, expect, it, vi } from 'vitest'
import * as auditing from '@/lib/records/audit'
import * as users from '@/lib/auth/user'
import { configure } from '@/lib/config/test-support'
import * as recording from '@/lib/records'
import type { ConnectCall, ConnectStep } from '@/lib/records'
import { ConnectRecords } from '@/lib/records/records'
import { confirmedCall } from '@/lib/records/test-support'
import '@/lib/skin/test-support'
import { keptSettled } from '@/lib/store/kept-in-store'
import { processStore } from '@/lib/store/process-store'
import { forgetSingletons } from '@/lib/test-support'
import { GET } from './route'

const { requestId, walletAddress } = confirmedCall
const arrived: ConnectStep = { step: 'arrived', code: 'CODE000000', requestId, userId: undefined, language: 'de' }
const confirmed: ConnectCall = { ...confirmedCall, userId: '=user-1', language: 'de' }

/** Records steps one minute apart, as a deployment with full records does. */
async function keep(...steps: (ConnectCall | ConnectStep)[]) {
  let at = Date.parse('2026-01-31T11:59:00.500Z')
  const bounds = { detail: 'full', maxAgeMs: Infinity, maxEntries: 100, hashKey: 'key' } as const
  const records = new ConnectRecords(processStore(), bounds)
  for (const step of steps) records.add(step, (at += 60_000))
  await keptSettled()
  vi.spyOn(recording, 'connectRecords').mockReturnValue(records)
}

const exported = async (query = '') =>
  (await (await GET(new Request(`https://connect.example/console/connects/export?${query}`))).text()).split('\r\n')

beforeEach(() => {
  forgetSingletons(/^kept in store$/)
  configure({ CONNECT_RECORDS: 'full' })
  vi.spyOn(auditing, 'audit').mockReturnValue()
  const operator = { id: crypto.randomUUID(), name: 'Olga', isOperator: true, isViewer: true }
  vi.spyOn(users, 'requireViewer').mockResolvedValue(operator)
})

it('GET exports each step, the newest first', async () => {
  await keep(arrived, confirmed)
  expect(await exported()).toEqual([
    'at,outcome,reason,status,code,request_id,way,language,is_proven,duration_ms,attempts,user_id,wallet_address',
    `2026-01-31T12:01:00.500Z,confirmed,,200,CODE000001,${requestId},deep_link,de,true,120,1,'=user-1,${walletAddress}`,
    `2026-01-31T12:00:00.500Z,arrived,,,CODE000000,${requestId},,de,,,,,`,
    '',
  ])
})

it('GET exports only the steps that match the filter of the query', async () => {
  await keep(arrived, confirmed)
  const rows = await exported('outcome=confirmed&reason=&day=2026-01-31&wallet=7xKX')
  expect(rows.map((row) => row.split(',')[4])).toEqual(['code', 'CODE000001', undefined])
})
