import { describe, expect, it } from 'vitest'
import { SeenRecords } from './seen-records'

describe('SeenRecords', () => {
  it('knows what it has seen, and nothing else', () => {
    const seen = new SeenRecords()
    for (const identity of ['', 'a', 'b', 'ab', 'ba', 'a\nb', '\0', 'é', '😀']) {
      expect(seen.add(identity)).toBe(true)
      expect(seen.add(identity)).toBe(false)
    }
    expect(seen.add('c')).toBe(true)
  })

  it.each([
    ['numbers', (index: number) => String(index)],
    ['texts that differ in the middle', (index: number) => `01JCZX3M5N${index}T9QK2R7W8Y6V0AB`],
    ['texts that differ in the last letters', (index: number) => `01JCZX3M5N4T9QK2R7W8${index.toString(36)}`],
  ])('takes no two of 300,000 %s for the same', (_, identity) => {
    const seen = new SeenRecords()
    let repeated = 0
    for (let index = 0; index < 300_000; index += 1) if (!seen.add(identity(index))) repeated += 1
    expect(repeated).toBe(0)
    for (let index = 0; index < 300_000; index += 1) if (!seen.add(identity(index))) repeated += 1
    expect(repeated).toBe(300_000)
  })
})
