import { describe, expect, it } from 'vitest'
import { asideText, bringBack, isAside, readAside, setAside, type AsideRun } from './aside'

const run: AsideRun = { id: 'run 1', group: 'ask_service' }
const other: AsideRun = { id: 'run 2', group: 'ask_service' }
const now = 1_000_000
const day = 24 * 60 * 60 * 1000
const empty = readAside('', now)

describe('setAside', () => {
  it('sets runs aside for a day', () => {
    const text = asideText(setAside(empty, [run], now))
    expect(isAside(readAside(text, now + day - 1), run)).toBe(true)
    expect(isAside(readAside(text, now + day - 1), other)).toBe(false)
    expect(isAside(readAside(text, now + day), run)).toBe(false)
  })

  it('shows a run again when its group has changed', () => {
    expect(isAside(setAside(empty, [run], now), { ...run, group: 'no_end' })).toBe(false)
  })

  it('keeps only the newest thousand runs when there are more', () => {
    const runs = Array.from({ length: 1001 }, (_, index): AsideRun => ({ ...run, id: `run ${index}` }))
    const aside = readAside(asideText(setAside(empty, runs, now)), now)
    expect(aside.size).toBe(1000)
    expect(isAside(aside, { ...run, id: 'run 0' })).toBe(false)
  })
})

it('bringBack brings back only the given runs', () => {
  const aside = bringBack(setAside(empty, [run, other], now), [run])
  expect([isAside(aside, run), isAside(aside, other)]).toEqual([false, true])
})

it('readAside returns no runs when the text is invalid', () => {
  const tooLate = `{"ask_service run 1":${now + day + 1}}`
  for (const text of ['', 'no JSON', 'null', '7', '{"ask_service run 1":"soon"}', tooLate]) {
    expect(readAside(text, now).size).toBe(0)
  }
})
