import { expect, it } from 'vitest'
import { countedOf, dayOf } from './days'
import type { ConnectRecord } from './record'
import { connectDay, connectRecord } from './test-support'

const at = Date.UTC(2026, 10, 21, 23, 59)

/** Counts the records of a day. */
function figuresOf(records: readonly Partial<ConnectRecord>[], isSignedIn = false) {
  const tally: Record<string, number> = { 'way:telepathy': 1, 'way:telepathy:confirmed': 1 }
  for (const field of records.flatMap((record) => countedOf(connectRecord(record), isSignedIn)))
    tally[field] = (tally[field] ?? 0) + 1
  return dayOf(at, tally)
}

it('the figures count presses by reason, known way and language, without waits and other steps', () => {
  const refused = { outcome: 'refused', reason: 'request_expired' } as const
  const records = [
    { way: 'browser', language: 'de' },
    { way: 'address', language: 'pt-BR' },
    { ...refused, way: 'browser', language: 'de' },
    { ...refused, way: 'browser' },
    { outcome: 'wait', way: 'in_app_browser', language: 'ja' },
    { outcome: 'form_refused', way: 'in_app_browser', language: 'ja' },
    { outcome: 'arrived', language: 'ja' },
  ] as const
  expect(figuresOf(records)).toEqual(
    connectDay({
      day: '2026-11-21',
      confirmed: 2,
      refused: 2,
      reasons: { request_expired: 2 },
      steps: { arrived: 1, form_refused: 1 },
      ways: { browser: { presses: 3, confirmed: 1 }, address: { presses: 1, confirmed: 1 } },
      languages: { de: { presses: 2, confirmed: 1 }, 'pt-BR': { presses: 1, confirmed: 1 } },
    }),
  )
})

it('the figures count an arrival of a signed-in user also as signed in', () => {
  expect(figuresOf([{ outcome: 'arrived' }], true)).toEqual(connectDay({ steps: { arrived: 1, signed_in: 1 } }))
  expect(figuresOf([{ outcome: 'arrived' }])).toEqual(connectDay({ steps: { arrived: 1 } }))
})
