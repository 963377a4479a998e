import { describe, expect, it } from 'vitest'
import { maxSearchLength, readSearchText } from './search-text'

describe('readSearchText', () => {
  it('returns the text without white space around it and invisible characters', () => {
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

  it('returns null for a missing, empty, repeated or too long text', () => {
    for (const value of [undefined, null, '', ' \u200b ', ['a', 'b'], 'x'.repeat(maxSearchLength + 1)]) {
      expect(readSearchText(value)).toBeNull()
    }
  })
})
