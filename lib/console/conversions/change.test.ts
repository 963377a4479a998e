import { expect, it } from 'vitest'
import { changeOf } from './change'

it('changeOf returns the difference of two amounts, and its percentage unless the first was 0', () => {
  for (const [now, before, difference, percent] of [
    ['120', '100', '20', 20],
    ['99.9', '100', '-0.1', -0.1],
    ['100.0', '100', '0', 0],
    ['12345678901234567890.5', '12345678901234567890', '0.5', 0],
    ['-50', '-100', '50', 50],
    ['5', '0', '5', null],
  ] as const)
    expect(changeOf(now, before)).toEqual({ difference, percent })
})
