import { expect, it } from 'vitest'
import { partsOf } from '@/lib/console/shared/export-parts'
import type { Balance, Suspicion, WalkEvent, WalkSummary } from '@/lib/service'
import { readParts } from './read-parts'

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
const whole = { isDoubtful: false, texts: [] }

it('readParts passes each record on and has no remarks when the list is whole', async () => {
  const taken: Balance[] = []
  const events = walk(
    { kind: 'page', page: { ...page, items: [balance] } },
    { kind: 'page', page: { ...page, items: [balance] } },
    { kind: 'end', summary: complete },
  )
  expect(await readParts('balances', partsOf(events), (rows) => taken.push(...rows))).toEqual(whole)
  expect(taken).toEqual([balance, balance])
})

it('readParts reports and omits records that cannot be read', async () => {
  const items = [balance, { unreadable: '{}', path: 'bolts' }]
  const events = walk(
    { kind: 'page', page: { ...page, items } },
    { kind: 'end', summary: { ...complete, unreadable: 1 } },
  )
  const taken: Balance[] = []
  expect(await readParts('balances', partsOf(events), (rows) => taken.push(...rows))).toEqual({
    isDoubtful: true,
    texts: ['balances: 1 cannot be read and is left out.'],
  })
  expect(taken).toEqual([balance])
})

it.each([
  [true, 1, 'Rows that may be missing: up to 1.'],
  [false, 0, 'No rows are missing.'],
])(
  'readParts returns isDoubtful %s when the list changed and %i rows may be missing',
  async (isDoubtful, maybeMissing, text) => {
    const counts = { firstTotal: 2, lastTotal: 3, repeated: 1, maybeMissing }
    const events = walk({ kind: 'end', summary: { ...complete, ...counts, kind: 'changed' } })
    expect(await readParts('balances', partsOf(events), () => {})).toEqual({
      isDoubtful,
      texts: [
        `The list changed during the export: 2 rows at the start, 3 at the end. Repeated rows left out: 1. ${text}`,
      ],
    })
  },
)

it('readParts names the variables once when several pages lie outside the dates', async () => {
  const suspicion = () => ({ kind: 'outside_dates', names: ['from', 'until'], count: 2 }) satisfies Suspicion
  const outside = (): WalkEvent<Balance> => ({ kind: 'page', page: { ...page, items: [], suspicions: [suspicion()] } })
  expect(await readParts('balances', partsOf(walk(outside(), outside())), () => {})).toEqual({
    isDoubtful: true,
    texts: [
      '4 conversions are outside the dates you chose, so the service seems to ignore them. ' +
        'Check SERVICE_PARAM_FROM and SERVICE_PARAM_UNTIL.',
    ],
  })
})

it('readParts throws when the walk does', async () => {
  async function* failing(): AsyncGenerator<WalkEvent<Balance>> {
    yield { kind: 'end', summary: complete }
    throw new RangeError('failed')
  }
  await expect(readParts('balances', partsOf(failing()), () => {})).rejects.toThrow(RangeError)
})
