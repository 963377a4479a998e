import { expect, it } from 'vitest'
import { partsOf } from '@/lib/console/parts'
import type { Balance, WalkEvent, WalkSummary } from '@/lib/service'
import { readParts } from './read-parts'

// e2e/subnet-lists.test.ts has whole lists, and lists with unreadable records.

const complete: WalkSummary = { kind: 'complete', records: 2, unreadable: 0 }

async function* walk(...events: WalkEvent<Balance>[]) {
  yield* events
}

it.each([
  [true, 1],
  [false, 0],
])(
  'readParts returns isDoubtful %s when the list changed and %i rows may be missing',
  async (isDoubtful, maybeMissing) => {
    const counts = { firstTotal: 2, lastTotal: 3, repeated: 1, maybeMissing }
    const events = walk({ kind: 'end', summary: { ...complete, ...counts, kind: 'changed' } })
    expect(await readParts('balances', partsOf(events), () => {})).toEqual({
      isDoubtful,
      texts: ['The list changed during the export, so rows may be missing. Export again to be sure.'],
    })
  },
)
