import { describe, expect, it } from 'vitest'
import { balancesWith, idIn, placesOf } from './places'

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
      expect(placesOf(text, lookedUp), text).toEqual({ kind: 'one', place: { kind, url } })
  })

  it('lists all possible places of an unknown ID, also when it is in lower case', () => {
    const places = [
      { kind: 'user', url: `/console/users/${ulid}` },
      { kind: 'conversion', url: `/console/conversions/${ulid}` },
      { kind: 'balance', url: `/console/balances?find=${ulid}` },
    ]
    expect(placesOf(ulid, nowhere)).toEqual({ kind: 'several', places })
    expect(placesOf(ulid.toLowerCase(), nowhere)).toEqual({ kind: 'several', places })
    expect(idIn(ulid.toLowerCase())).toBe(ulid)
  })

  it('lists all places when several contain the text', () => {
    expect(placesOf(wallet, { ...nowhere, isConnect: true })).toMatchObject({
      places: [{ kind: 'wallet' }, { kind: 'connect' }, { kind: 'balance', url: `/console/balances?find=${wallet}` }],
    })
    expect(placesOf(ulid, { isTaskRun: true, isConnect: true })).toMatchObject({
      places: [{ kind: 'task_run' }, { kind: 'connect' }],
    })
  })

  it('also lists the places whose look-ups failed', () => {
    const kinds = ['user', 'conversion', 'task_run', 'connect', 'balance']
    expect(placesOf(ulid, { isTaskRun: null, isConnect: null })).toMatchObject({
      places: kinds.map((kind) => ({ kind })),
    })
  })

  it('returns nothing for a text that has the form of no ID', () => {
    for (const text of ['nonsense', `${wallet}x`, ulid.slice(1), '../../signin', code.slice(1)]) {
      expect(placesOf(text, nowhere)).toEqual({ kind: 'nothing' })
    }
  })
})

it('balancesWith returns a URL only when the text can be a part of an ID or an address', () => {
  expect(balancesWith('7xK')).toBe('/console/balances?find=7xK')
  expect(['7x', 'demo:ada', '../../signin'].map(balancesWith)).toEqual([null, null, null])
})
