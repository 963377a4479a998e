import { beforeEach, expect, it, vi } from 'vitest'
import * as auditing from '@/lib/audit'
import * as users from '@/lib/auth/user'
import { configure } from '@/lib/config/test-support'
import { connectRecords } from '@/lib/records'
import { StoreUnavailableError } from '@/lib/store'
import '@/lib/skin/test-support'
import { GET } from './route'

const get = (query: string) => GET(new Request(`https://connect.example/console/connects/export?${query}`))
const unavailable = () => Promise.reject(new StoreUnavailableError('ECONNREFUSED'))

/** Lets an operator ask, and makes the records yield an empty page before they fail, or fail at once. */
function failRecords({ atOnce }: { atOnce: boolean }) {
  const operator = { id: crypto.randomUUID(), name: 'Olga', isOperator: true, isViewer: false }
  vi.spyOn(users, 'requireViewer').mockResolvedValue(operator)
  return vi.spyOn(connectRecords(), 'all').mockImplementation(async function* () {
    if (!atOnce) yield []
    await unavailable()
  })
}

beforeEach(() => {
  configure()
  vi.spyOn(auditing, 'audit').mockReturnValue()
})

it('GET reads the records that match the filter of the query', async () => {
  const all = failRecords({ atOnce: true })
  await get('outcome=refused&reason=&day=2026-01-31&wallet=7xKX')
  expect(all.mock.calls).toEqual([[{ outcome: 'refused', day: '2026-01-31', wallet: '7xKX' }]])
})

it('GET explains that the store is unavailable when it can read neither the records nor the session', async () => {
  failRecords({ atOnce: true })
  const answers = [await get('')]
  vi.spyOn(users, 'requireViewer').mockImplementation(unavailable)
  answers.push(await get(''))
  for (const answer of answers) {
    expect([answer.status, answer.headers.has('content-disposition')]).toEqual([503, false])
    expect(await answer.text()).toMatch(/^The export failed.*\nRedis isn’t answering/)
  }
})

it('GET aborts the download when the store becomes unavailable after the first rows', async () => {
  failRecords({ atOnce: false })
  const answer = await get('')
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toBeInstanceOf(StoreUnavailableError)
})
