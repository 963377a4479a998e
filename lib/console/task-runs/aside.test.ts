import { describe, expect, it } from 'vitest'
import { asideText, bringBack, isAside, readAside, setAside, type AsideRun } from './aside'

const run: AsideRun = { id: 'run 1', group: 'ask_service' }
const other: AsideRun = { id: 'run 2', group: 'ask_service' }
const now = 1_000_000
const day = 24 * 60 * 60 * 1000
const nothing = readAside('', now)

describe('setAside', () => {
  it('sets runs aside for a day when they are kept as text', () => {
    const text = asideText(setAside(nothing, [run], now))
    expect(isAside(readAside(text, now + day - 1), run)).toBe(true)
    expect(isAside(readAside(text, now + day - 1), other)).toBe(false)
    expect(isAside(readAside(text, now + day), run)).toBe(false)
  })

  it('leaves a run in view when it has changed to another group since', () => {
    expect(isAside(setAside(nothing, [run], now), { ...run, group: 'no_end' })).toBe(false)
  })

  it('keeps the newest thousand when there are more', () => {
    const runs = Array.from({ length: 1001 }, (_, index): AsideRun => ({ ...run, id: `run ${index}` }))
    const aside = readAside(asideText(setAside(nothing, runs, now)), now)
    expect(aside.size).toBe(1000)
    expect(isAside(aside, { ...run, id: 'run 0' })).toBe(false)
  })
})

describe('bringBack', () => {
  it('brings back the given runs and no others', () => {
    const aside = bringBack(setAside(nothing, [run, other], now), [run])
    expect(isAside(aside, run)).toBe(false)
    expect(isAside(aside, other)).toBe(true)
  })
})

describe('readAside', () => {
  it.each(['', 'no JSON', 'null', '7', '{"ask_service run 1":"soon"}', `{"ask_service run 1":${now + day + 1}}`])(
    'counts as nothing what is not ours: %s',
    (text) => {
      expect(readAside(text, now).size).toBe(0)
    },
  )
})
