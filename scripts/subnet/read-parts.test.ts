import { expect, it } from 'vitest'
import { partsOf } from '@/lib/console/parts'
import type { Balance, WalkEvent, WalkSummary } from '@/lib/service'
import { readParts } from './read-parts'

// e2e/subnet-lists.test.ts has whole lists, and lists with unreadable records.

const complete: WalkSummary = { kind: 'complete', records: 2, unreadable: 0 }

async function* walk(...events: WalkEvent<Balance>[]) {
  yield* events
}

it('readParts returns isDoubtful when the list changed and a row may be missing', async () => {
  for (const maybeMissing of [0, 1]) {
    const counts = { firstTotal: 2, lastTotal: 3, repeated: 1, maybeMissing }
    const events = walk({ kind: 'end', summary: { ...complete, ...counts, kind: 'changed' } })
    expect(await readParts('balances', partsOf(events), () => {})).toEqual({
      isDoubtful: maybeMissing > 0,
      texts: ['The list changed during the export, so rows may be missing. Export again to be sure.'],
    })
  }
})
