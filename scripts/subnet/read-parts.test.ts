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
  for (const mayMiss of [false, true]) {
    const events = walk({ kind: 'end', summary: { ...complete, kind: 'changed', mayMiss } })
    expect(await readParts('balances', partsOf(events), () => {})).toEqual({
      isDoubtful: mayMiss,
      texts: ['The list changed during the export, so rows may be missing. Export again to be sure.'],
    })
  }
})
