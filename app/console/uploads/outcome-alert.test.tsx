import { expect, it } from 'vitest'
import { htmlOf, textOf } from '@/components/console/test-support'
import type { ProblemKind } from '@/lib/console/problem'
import { OutcomeAlert } from './outcome-alert'
import type { UploadOutcome } from './post-file'

const textFor = (kind: ProblemKind) => textOfOutcome({ kind: 'failed', problem: { kind, message: 'Row 3 is wrong' } })

function textOfOutcome(outcome: UploadOutcome): string {
  const alert = <OutcomeAlert outcome={outcome} credential="key" />
  return textOf(htmlOf(alert, 'uploads.form', 'problems'))
}

const uncertain = 'Subnet Rewards may have the rows already'

it('OutcomeAlert quotes the service, and warns that it may have the rows unless it has certainly refused the file', () => {
  for (const kind of ['unauthenticated', 'forbidden', 'rate_limited', 'csv_missing'] as const) {
    expect(textFor(kind)).toContain('Subnet Rewards says: Row 3 is wrong')
    expect(textFor(kind)).not.toContain(uncertain)
  }
  const withAnswer = ['unknown', 'server_error', 'redirect', 'not_the_service', 'too_large'] as const
  for (const kind of [...withAnswer, 'unreachable', 'timed_out'] as const) {
    expect(textFor(kind), kind).toContain(uncertain)
  }
  // Not a refusal, because the interface does not list the error.
  expect(textFor('unknown')).toContain('Subnet Rewards answered with an error')
})

it('OutcomeAlert names the command that uploads without a proxy when a proxy refuses or cuts the file', () => {
  expect(textOfOutcome({ kind: 'not_from_this_app', status: 413 })).toContain('“subnet upload”')
  expect(textOfOutcome({ kind: 'not_from_this_app', status: 504 })).toContain(uncertain)
  expect(textOfOutcome({ kind: 'broken_off', isAllSent: false })).toContain('“subnet upload”')
  expect(textOfOutcome({ kind: 'broken_off', isAllSent: true })).toContain(uncertain)
  expect(textOfOutcome({ kind: 'file_changed' })).not.toContain('subnet upload')
})

it('OutcomeAlert gives the reason when this app has refused the request', () => {
  expect(textOfOutcome({ kind: 'refused', text: 'Not here.' })).toBe('This app refused the upload Not here.')
})
