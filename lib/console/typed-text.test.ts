import { expect, it } from 'vitest'
import { readSearchText } from './query'
import { maxSearchLength, textsToFind } from './typed-text'

it('readSearchText returns the text without white space around it and invisible characters', () => {
  for (const [typed, text] of [
    [' 01ARZ3NDEKTSV4RRFFQ69G5FAV\n', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['\u206601arz3ndektsv4\u00a0rrffq69g5fav\u2069', '01arz3ndektsv4rrffq69g5fav'],
    ['7xKXtg2CW87d97TXJSDpbD\n5jBkheTqA83TZRuJosgAsU', '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'],
    ['\u200b7xKX\ufe0ftg', '7xKXtg'],
    ['\ufeffdemo:ada lovelace\u200e', 'demo:ada lovelace'],
  ] as const)
    expect(readSearchText(typed)).toBe(text)
  expect(readSearchText('x'.repeat(maxSearchLength))).toHaveLength(maxSearchLength)
})

it('readSearchText returns null for a missing, empty, repeated or too long text', () => {
  for (const value of [undefined, null, '', ' \u200b ', ['a', 'b'], 'x'.repeat(maxSearchLength + 1)]) {
    expect(readSearchText(value)).toBeNull()
  }
})

it('textsToFind returns the spellings of a text to look for, also those of a misread code', () => {
  expect(textsToFind('7K2QXV9M4T')).toEqual(['7K2QXV9M4T'])
  expect(textsToFind('7k2qxv9mOi')).toEqual(['7k2qxv9mOi', '7K2QXV9MOI', '7K2QXV9M01'])
  expect(textsToFind('7K2QX V9M4T')).toEqual(['7K2QX V9M4T', '7K2QXV9M4T'])
  expect(textsToFind('demo:olga')).toEqual(['demo:olga', 'DEMO:OLGA'])
  const [composed, decomposed] = ['zo\u00eb', 'zoe\u0308']
  for (const typed of [composed, decomposed])
    expect(textsToFind(typed)).toEqual(expect.arrayContaining([composed, decomposed]))
})
