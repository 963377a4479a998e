import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { taskRun } from '@/lib/service/test-support'
import { forgetSingletons } from '@/lib/test-support'
import { balancesWith, lookUp, placesOf } from './places'

const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const wallet = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const code = '7K2QXV9M4T'
const nowhere = { isTaskRun: false, isConnect: false }

describe('placesOf', () => {
  it('returns the page of a text that can be in only one place', () => {
    const isTaskRun = { ...nowhere, isTaskRun: true }
    const isConnect = { ...nowhere, isConnect: true }
    for (const [text, lookedUp, kind, url] of [
      [wallet, nowhere, 'wallet', `/console/resources?address=${wallet}`],
      [code, nowhere, 'connect', `/console/connects?find=${code}`],
      ['7k2qxv9moi', nowhere, 'connect', '/console/connects?find=7k2qxv9moi'],
      [ulid, isTaskRun, 'task_run', `/console/task-runs?find=${ulid}`],
      ['my/event', isTaskRun, 'task_run', '/console/task-runs?find=my%2Fevent'],
      [ulid, isConnect, 'connect', `/console/connects?find=${ulid}`],
      ['demo:ada', isConnect, 'connect', '/console/connects?find=demo%3Aada'],
    ] as const)
      expect(placesOf(text, lookedUp), text).toEqual([{ kind, url }])
  })

  it('lists all possible places of an unknown ID, also when it is in lower case', () => {
    const places = [
      { kind: 'user', url: `/console/users/${ulid}` },
      { kind: 'conversion', url: `/console/conversions/${ulid}` },
      { kind: 'balance', url: `/console/balances?find=${ulid}` },
    ]
    expect(placesOf(ulid, nowhere)).toEqual(places)
    expect(placesOf(ulid.toLowerCase(), nowhere)).toEqual(places)
  })

  it('lists all places when several contain the text', () => {
    expect(placesOf(wallet, { ...nowhere, isConnect: true })).toMatchObject([
      { kind: 'wallet' },
      { kind: 'connect' },
      { kind: 'balance', url: `/console/balances?find=${wallet}` },
    ])
    expect(placesOf(ulid, { isTaskRun: true, isConnect: true })).toMatchObject([
      { kind: 'task_run' },
      { kind: 'connect' },
    ])
  })

  it('also lists the places whose look-ups failed', () => {
    const kinds = ['user', 'conversion', 'task_run', 'connect', 'balance']
    expect(placesOf(ulid, { isTaskRun: null, isConnect: null }).map(({ kind }) => kind)).toEqual(kinds)
  })

  it('returns nothing for a text that has the form of no ID', () => {
    for (const text of ['nonsense', `${wallet}x`, ulid.slice(1), '../../signin', code.slice(1)]) {
      expect(placesOf(text, nowhere)).toEqual([])
    }
  })
})

it('balancesWith returns a URL only when the text can be a part of an ID or an address', () => {
  expect(balancesWith('7xK')).toBe('/console/balances?find=7xK')
  expect(['7x', 'demo:ada', '../../signin'].map(balancesWith)).toEqual([null, null, null])
})

describe('lookUp', () => {
  const run = taskRun()
  /** Stubs a service that lists one run, and has more or not. */
  const list = (hasMore: boolean) =>
    vi.stubGlobal('fetch', async () =>
      Response.json({ status: 'success', data: { task_runs: [run], count: 1, limit: hasMore ? 1 : 2 } }),
    )

  beforeEach(() => {
    configure()
    forgetSingletons(/^(connect records|store)$/)
  })

  it('finds a listed run by each of its IDs, whether the service lists all runs or not', async () => {
    for (const hasMore of [true, false]) {
      list(hasMore)
      for (const id of [run.task_run_id, run.task_id, run.event_id]) expect((await lookUp(id)).isTaskRun).toBe(true)
    }
  })

  it('returns isTaskRun false when the service lists all runs and none has the ID', async () => {
    list(false)
    expect(await lookUp(ulid)).toEqual({ isTaskRun: false, isConnect: false })
  })

  it('returns isTaskRun null for an ID when no listed run has it and the service has more', async () => {
    list(true)
    expect((await lookUp(ulid)).isTaskRun).toBeNull()
    expect((await lookUp(ulid.toLowerCase())).isTaskRun).toBeNull()
    expect((await lookUp('nonsense')).isTaskRun).toBe(false)
  })

  it('returns isTaskRun null when the service fails', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: 'No' }, { status: 403 }))
    expect((await lookUp(ulid)).isTaskRun).toBeNull()
  })
})
