import { expect, it } from 'vitest'
import { partsOf } from '@/lib/console/parts'
import type { Balance, WalkEvent } from '@/lib/service'
import { readParts } from './read-parts'

// e2e/commands/subnet-lists.test.ts has whole lists, and lists with unreadable records.

async function* walk(...events: WalkEvent<Balance>[]) {
  yield* events
}

it('readParts returns a remark only when the list changed while it was read', async () => {
  const remark = 'The list changed during the export, so rows may be missing. Export again to be sure.'
  for (const hasChanged of [false, true]) {
    const remarks = await readParts('balances', partsOf(walk({ kind: 'end', hasChanged })), () => {})
    expect(remarks).toEqual(hasChanged ? [remark] : [])
  }
})
