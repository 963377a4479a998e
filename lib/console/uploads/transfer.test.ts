import { describe, expect, it } from 'vitest'
import { secondsLeft, transferAt, type Transfer } from './transfer'

/** A transfer that is looked at twice a second while so many bytes a second go through. */
function after(seconds: number, bytesPerSecond: number, before: Transfer): Transfer {
  let transfer = before
  for (let step = 0; step < seconds * 2; step += 1) {
    transfer = transferAt(transfer.sentBytes + bytesPerSecond / 2, transfer.atMs + 500, transfer)
  }
  return transfer
}

const start = transferAt(0, 1000)

describe('the speed', () => {
  it('is not known at the start', () => {
    expect(start).toEqual({ sentBytes: 0, atMs: 1000, bytesPerSecond: null })
    expect(secondsLeft(start, 100)).toBeNull()
  })

  it('is what goes through, from the first look on', () => {
    expect(after(1, 1000, start).bytesPerSecond).toBeCloseTo(1000)
    expect(after(60, 1000, start).bytesPerSecond).toBeCloseTo(1000)
  })

  it('follows a change, but does not jump', () => {
    const fast = after(60, 1000, start)
    expect(after(1, 100, fast).bytesPerSecond).toBeGreaterThan(800)
    expect(after(30, 100, fast).bytesPerSecond).toBeLessThan(105)
  })

  it('goes to nothing where nothing goes through', () => {
    const stalled = after(120, 0, after(10, 1000, start))
    expect(stalled.bytesPerSecond).toBeLessThan(1)
    expect(secondsLeft(stalled, 1_000_000)).toBeNull()
  })

  it('does not stumble over two looks at one time', () => {
    const transfer = after(10, 1000, start)
    expect(transferAt(10_500, transfer.atMs, transfer)).toEqual({ ...transfer, sentBytes: 10_500 })
  })

  it('begins anew where an upload does', () => {
    expect(transferAt(0, 20_000, after(10, 1000, start)).bytesPerSecond).toBeNull()
  })
})

describe('the time left', () => {
  it('is what the speed makes of the rest', () => {
    expect(secondsLeft(after(10, 1000, start), 100_000)).toBe(90)
    expect(secondsLeft(after(10, 1000, start), 10_000)).toBe(0)
  })
})
