import { expect, it } from 'vitest'
import { changeOf } from './change'

it.each([
  ['120', '100', '20', 20],
  ['99.9', '100', '-0.1', -0.1],
  ['100.0', '100', '0', 0],
  ['12345678901234567890.5', '12345678901234567890', '0.5', 0],
  ['-50', '-100', '50', 50],
  ['5', '0', '5', null],
] as const)('changeOf returns the difference and percentage when %s follows %s', (now, before, difference, percent) => {
  expect(changeOf(now, before)).toEqual({ difference, percent })
})
