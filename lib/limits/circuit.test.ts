import { beforeEach, describe, expect, it } from 'vitest'
import { circuit, type Circuit } from './circuit'

let now = 0
let chance = 1
let guarded: Circuit

beforeEach(() => {
  now = 0
  chance = 1
  guarded = circuit({ clock: () => now, random: () => chance })
})

const fail = (times: number) => {
  for (let time = 0; time < times; time += 1) guarded.failed()
}
const isAllowed = () => guarded.enter().isAllowed

describe('a circuit', () => {
  it('lets calls go while they do not fail ten times in a row', () => {
    fail(9)
    guarded.succeeded()
    fail(9)
    expect(isAllowed()).toBe(true)
  })

  it('lets none go after ten failures in a row, and says for how long', () => {
    fail(10)
    expect(guarded.enter()).toEqual({ isAllowed: false, waitMs: 4000 })
    chance = 0
    expect(guarded.enter()).toEqual({ isAllowed: false, waitMs: 2000 })
    now = 1999
    expect(isAllowed()).toBe(false)
  })

  it('lets one call go after the pause, and the others once it has succeeded', () => {
    fail(10)
    now = 2000
    expect([isAllowed(), isAllowed(), isAllowed()]).toEqual([true, false, false])
    guarded.succeeded()
    expect([isAllowed(), isAllowed()]).toEqual([true, true])
  })

  it('pauses for longer after each probe that fails, up to a minute', () => {
    fail(10)
    const pauses: number[] = []
    for (let probe = 0; probe < 7; probe += 1) {
      let startedAt = now
      while (!isAllowed()) now += 100
      pauses.push(now - startedAt)
      guarded.failed()
      startedAt = now
    }
    expect(pauses).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  })

  it('differs from instance to instance by up to half', () => {
    chance = 0
    fail(10)
    now = 1000
    expect(isAllowed()).toBe(true)
  })

  it('lets another call be the probe where the first was not made', () => {
    fail(10)
    now = 2000
    expect(isAllowed()).toBe(true)
    guarded.unused()
    expect([isAllowed(), isAllowed()]).toEqual([true, false])
  })

  it('sends another probe where the first was never heard of again', () => {
    fail(10)
    now = 2000
    expect(isAllowed()).toBe(true)
    now += 29_999
    expect(isAllowed()).toBe(false)
    now += 1
    expect(isAllowed()).toBe(true)
  })
})
