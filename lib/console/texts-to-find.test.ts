import { expect, it } from 'vitest'
import { textsToFind } from './texts-to-find'

it('textsToFind returns the spellings of a text to look for, also those of a misread code', () => {
  expect(textsToFind('7K2QXV9M4T')).toEqual(['7K2QXV9M4T'])
  expect(textsToFind('7k2qxv9mOi')).toEqual(['7k2qxv9mOi', '7K2QXV9MOI', '7K2QXV9M01'])
  expect(textsToFind('7K2QX V9M4T')).toEqual(['7K2QX V9M4T', '7K2QXV9M4T'])
  expect(textsToFind('demo:olga')).toEqual(['demo:olga', 'DEMO:OLGA'])
})
