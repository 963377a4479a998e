import { describe, expect, it } from 'vitest'
import { textsToFind } from './connect-texts'

describe('textsToFind', () => {
  it.each([
    ['7K2QXV9M4T', ['7K2QXV9M4T']],
    ['7k2qxv9mOi', ['7k2qxv9mOi', '7K2QXV9MOI', '7K2QXV9M01']],
    ['demo:olga', ['demo:olga', 'DEMO:OLGA']],
  ])('returns the spellings of %s to look for: %j', (typed, texts) => {
    expect(textsToFind(typed)).toEqual(texts)
  })
})
