import { describe, expect, it } from 'vitest'
import { secondsLeft, transferAt, type Transfer } from './sending'

/** Returns the transfer after a number of seconds at this speed, with two measurements a second. */
function after(seconds: number, bytesPerSecond: number, before: Transfer): Transfer {
  let transfer = before
  for (let step = 0; step < seconds * 2; step += 1) {
    transfer = transferAt(transfer.sentBytes + bytesPerSecond / 2, transfer.atMs + 500, transfer)
  }
  return transfer
}

const start = transferAt(0, 1000)

describe('transferAt', () => {
  it('returns no speed at the start', () => {
    expect(start).toEqual({ sentBytes: 0, atMs: 1000, bytesPerSecond: null })
    expect(secondsLeft(start, 100)).toBeNull()
  })

  it('returns the actual speed from the second measurement on', () => {
    expect(after(1, 1000, start).bytesPerSecond).toBeCloseTo(1000)
    expect(after(60, 1000, start).bytesPerSecond).toBeCloseTo(1000)
  })

  it('changes the speed gradually when the actual speed changes', () => {
    const fast = after(60, 1000, start)
    expect(after(1, 100, fast).bytesPerSecond).toBeGreaterThan(800)
    expect(after(30, 100, fast).bytesPerSecond).toBeLessThan(105)
  })

  it('reduces the speed to almost 0 when the transfer stalls', () => {
    const stalled = after(120, 0, after(10, 1000, start))
    expect(stalled.bytesPerSecond).toBeLessThan(1)
    expect(secondsLeft(stalled, 1_000_000)).toBeNull()
  })
})

it('secondsLeft divides the remaining bytes by the speed', () => {
  expect(secondsLeft(after(10, 1000, start), 100_000)).toBe(90)
  expect(secondsLeft(after(10, 1000, start), 10_000)).toBe(0)
})
