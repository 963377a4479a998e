import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { claimFile } from '@/lib/console/batches'
import { connectRecords, type ConnectCall } from '@/lib/records'
import { confirmedCall } from '@/lib/records/test-support'
import * as service from '@/lib/service'
import { balance, taskRun } from '@/lib/service/test-support'
import '@/lib/skin/test-support'
import { keptSettled } from '@/lib/store/kept-in-store'
import { forgetSingletons } from '@/lib/test-support'
import { search } from './find'

const { walletAddress: wallet } = confirmedCall
const userId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const run = taskRun()
const call: ConnectCall = {
  ...confirmedCall,
  outcome: { kind: 'refused', reason: 'request_expired' },
  status: 410,
  code: '7K2QXV9M4T',
  requestId: '01GP9X3M5N4T9QK2R7W8Y6V0ZZ',
  userId: 'demo:ada-7',
}

async function found(text: string, isInAll = false) {
  const read = await search(text, isInAll)
  if (read.kind === 'reading') throw new Error('A walk is under way.')
  return read.hits.map(({ group, url, name, detail }) => [group, url, name, detail])
}

async function exactOf(text: string) {
  const read = await search(text, false)
  return read.kind === 'found' && read.hits.filter(({ isExact }) => isExact).map(({ url }) => url)
}

beforeEach(async () => {
  configure({ CONNECT_RECORDS: 'full' })
  forgetSingletons(/^(rows of lists|connect records|store|kept in store)/)
  vi.stubGlobal('fetch', async () =>
    Response.json({ status: 'success', data: { task_runs: [run], count: 1, limit: 2 } }),
  )
  vi.spyOn(service, 'walkBalances').mockImplementation(async function* () {
    const items = [balance({ user_id: userId, wallet_address: wallet })]
    yield { kind: 'page', page: { items, unreadable: 0, page: 1, limit: 2, total: 1 } }
    yield { kind: 'end', hasChanged: false }
  })
  connectRecords().add({ step: 'signed_in', code: 'SGNDN00001', requestId: call.requestId, userId: call.userId })
  connectRecords().add(call)
  await keptSettled()
})

describe('search', () => {
  const ofConnects = ['users', '/console/users/one?id=demo%3Aada-7', 'demo:ada-7', wallet]
  const ofBalances = ['users', `/console/users/one?id=${userId}`, 'demo:ada-7', wallet]

  it('finds a user once by a part of the login ID, and by the start, the end or the short form of the wallet', async () => {
    for (const text of ['ada', 'DEMO:A', '7xKX', 'gAsU', '7xKX…gAsU', '7xKXtg...osgAsU'])
      expect(await found(text), text).toEqual([ofConnects])
    for (const text of ['7xK', 'bob', '7xKX…gAsX']) expect(await found(text), text).toEqual([])
  })

  it('begins no walk unless asked, and then finds the user’s page while the rows are kept', async () => {
    expect(await found(userId.slice(0, 8))).toEqual([])
    expect(service.walkBalances).not.toHaveBeenCalled()
    expect(await found('ada', true)).toEqual([ofBalances])
    expect(await found('7xKX')).toEqual([ofBalances])
    expect(await found(userId.slice(0, 8))).toEqual([[...ofBalances.slice(0, 3), userId]])
    expect(await exactOf(userId.toLowerCase())).toEqual([ofBalances[1]])
    expect(service.walkBalances).toHaveBeenCalledOnce()
  })

  it('lists the user before the resources when the text is a whole wallet address', async () => {
    expect((await found(wallet)).map(([group]) => group)).toEqual(['users', 'wallets'])
  })

  it('shows the outcome and the bolts of a user', async () => {
    const read = await search('ada', true)
    const [hit] = read.kind === 'found' ? read.hits : []
    expect(renderToStaticMarkup(hit?.state)).toMatch(/3 bolts.*Refused/)
  })

  it('finds a link by its code or request ID, a task run by each of its IDs, and a batch by its ID or file', async () => {
    const link = (text: string) => ['connects', `/console/connects?find=${text}`, text, 'Link expired']
    expect(await found('7k2q')).toEqual([link(call.code)])
    expect(await found('01gp9x')).toEqual([link(call.requestId)])
    for (const id of [run.task_run_id, run.task_id, run.event_id])
      expect(await exactOf(id), id).toEqual([`/console/task-runs?find=${id}`])
    expect(await found(run.task_id.slice(-6))).toEqual([
      ['taskRuns', `/console/task-runs?find=${run.task_id}`, run.task_id, undefined],
    ])
    const file = { fileName: 'Zoe\u0308, march.csv', sha256: 'a', by: 'Olga', credential: 'key' } as const
    const result = { id: '01BATCH3M5N4T9QK2R7W8Y6V0A', queued: 2, failed: 1 }
    const claim = await claimFile(file, false)
    if ('keep' in claim) await claim.keep(1, result)
    const batch = ['uploads', `/console/uploads/one?id=${result.id}`, file.fileName, result.id]
    for (const text of ['march', 'zo\u00eb', 'zoe\u0308', '01batch']) expect(await found(text), text).toEqual([batch])
  })

  it('says that not all was read when the service fails, and keeps the other results', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: 'No' }, { status: 403 }))
    expect(await search('ada', false)).toMatchObject({ kind: 'found', isAll: false, hits: [{ group: 'users' }] })
  })
})
