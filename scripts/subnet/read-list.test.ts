import { expect, it } from 'vitest'
import type { Balance, WalkEvent, WalkSummary } from '@/lib/service'
import { readList } from './read-list'

const balance: Balance = {
  wallet_address: 'wallet',
  user_id: 'user',
  current_period_points: '1',
  all_time_points: '2',
  bolts: '3',
}
const page = { page: 1, limit: 20, total: 2, suspicions: [] }
const complete: WalkSummary = { kind: 'complete', records: 2, unreadable: 0 }

async function* walk(...events: WalkEvent<Balance>[]) {
  yield* events
}

it('readList hands over each record and has no doubts when the list is whole', async () => {
  const taken: Balance[] = []
  const events = walk(
    { kind: 'pause', seconds: 1 },
    { kind: 'page', page: { ...page, items: [balance, balance] } },
    { kind: 'end', summary: complete },
  )
  expect(await readList('balances', events, (each) => taken.push(each))).toEqual([])
  expect(taken).toEqual([balance, balance])
})

it('readList says so when records cannot be read, and leaves them out', async () => {
  const items = [balance, { unreadable: '{}', path: 'bolts' }]
  const events = walk(
    { kind: 'page', page: { ...page, items } },
    { kind: 'end', summary: { ...complete, unreadable: 1 } },
  )
  const taken: Balance[] = []
  expect(await readList('balances', events, (each) => taken.push(each))).toEqual(['1 of 2 balances cannot be read.'])
  expect(taken).toEqual([balance])
})

it('readList says so when the list has changed on the way', async () => {
  const counts = { firstTotal: 2, lastTotal: 3, repeated: 1, maybeMissing: 1 }
  const events = walk({ kind: 'end', summary: { ...complete, ...counts, kind: 'changed' } })
  expect(await readList('balances', events, () => {})).toEqual([
    'The list of balances changed while it was read: 2 at first, 3 at the end; 1 came twice.',
  ])
})

it('readList names the variables once when several pages lie outside the dates', async () => {
  const suspicions = [{ kind: 'outside_dates', names: ['from', 'until'], count: 2 } as const]
  const outside: WalkEvent<Balance> = {
    kind: 'page',
    page: { ...page, items: [], suspicions: suspicions.map((each) => ({ ...each, names: [...each.names] })) },
  }
  expect(await readList('balances', walk(outside, outside), () => {})).toEqual([
    'The service ignores the dates. Check SERVICE_PARAM_FROM and SERVICE_PARAM_UNTIL.',
  ])
})

it('readList throws when the walk does', async () => {
  async function* failing(): AsyncGenerator<WalkEvent<Balance>> {
    yield { kind: 'pause', seconds: 1 }
    throw new RangeError('failed')
  }
  await expect(readList('balances', failing(), () => {})).rejects.toThrow(RangeError)
})
