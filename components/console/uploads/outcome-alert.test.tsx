import { createRef } from 'react'
import { expect, it, vi } from 'vitest'
import { htmlOf, textOf } from '@/components/console/shared/test-support'
import type { ProblemKind } from '@/lib/console/shared/problem'
import { OutcomeAlert } from './outcome-alert'

vi.mock(import('@/lib/skin'), async (original) => {
  const { brand } = await original()
  const named = { name: 'Site', service: 'Rewards', operator: 'Ada', consoleLocale: 'en' }
  return { brand: () => named as ReturnType<typeof brand> }
})

function textFor(kind: ProblemKind): string {
  const outcome = { kind: 'failed', problem: { kind, message: 'Row 3 is wrong' } } as const
  const alert = <OutcomeAlert ref={createRef()} outcome={outcome} credential="key" />
  return textOf(htmlOf(alert, 'uploadForm', 'problems'))
}

const uncertain = 'Rewards may have the rows already'

it.each(['unauthenticated', 'forbidden', 'rate_limited', 'csv_missing'] as const)(
  'OutcomeAlert quotes the service without warning that it may have the rows when the refusal is %s',
  (kind) => {
    expect(textFor(kind)).toContain('Rewards says: Row 3 is wrong')
    expect(textFor(kind)).not.toContain(uncertain)
  },
)

it.each(['unknown', 'server_error', 'redirect', 'not_json', 'unreachable', 'timed_out', 'too_large'] as const)(
  'OutcomeAlert warns that Rewards may have the rows when the failure is %s',
  (kind) => expect(textFor(kind)).toContain(uncertain),
)

it('OutcomeAlert does not call an unlisted error a refusal', () => {
  expect(textFor('unknown')).toContain('Rewards answered with an error')
})
