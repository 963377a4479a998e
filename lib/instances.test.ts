import { beforeEach, describe, expect, it, vi } from 'vitest'

const minute = 60_000
const startedAt = 1_763_740_800_000

/** An instance of its own: what a process keeps begins anew. */
async function instance(now: number) {
  Reflect.deleteProperty(globalThis, Symbol.for('subnet-connect.per-process'))
  vi.resetModules()
  const made = await import('./instances')
  made.instanceMark(now)
  const values: unknown = Reflect.get(globalThis, Symbol.for('subnet-connect.per-process'))
  return { ...made, here: () => Reflect.set(globalThis, Symbol.for('subnet-connect.per-process'), values) }
}

describe('another instance', () => {
  let one: Awaited<ReturnType<typeof instance>>
  let other: Awaited<ReturnType<typeof instance>>
  beforeEach(async () => {
    one = await instance(startedAt)
    other = await instance(startedAt + minute)
  })
  const markBy = (made: typeof one, at: number) => {
    made.here()
    return made.instanceMark(at)
  }

  it('is seen by what it has marked while this one ran, and forgotten after a day', () => {
    const now = startedAt + 10 * minute
    const mark = markBy(other, now)
    one.here()
    expect(one.hasSeenOtherInstance(now)).toBe(false)
    one.noteInstanceMark(mark, now)
    expect(one.hasSeenOtherInstance(now)).toBe(true)
    expect(one.hasSeenOtherInstance(now + 24 * 60 * minute)).toBe(false)
  })

  it('is not the one that this one has replaced', () => {
    const mark = markBy(one, startedAt + 2 * minute)
    other.here()
    other.noteInstanceMark(mark, startedAt + 20 * minute)
    expect(other.hasSeenOtherInstance(startedAt + 20 * minute)).toBe(false)
  })

  it.each([undefined, '', 'nonsense', 'abcdefgh.x'])('is not %s, and not this one', (mark) => {
    const own = markBy(one, startedAt + 10 * minute)
    for (const each of [mark, own]) one.noteInstanceMark(each, startedAt + 11 * minute)
    expect(one.hasSeenOtherInstance(startedAt + 11 * minute)).toBe(false)
  })
})
