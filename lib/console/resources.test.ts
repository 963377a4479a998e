import { describe, expect, it } from 'vitest'
import { readResourceQuery } from './resources'

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

describe('readResourceQuery', () => {
  const none = { address: undefined, problem: null, doubt: null }

  it('returns no address and no problem when the query has no address', () => {
    expect(readResourceQuery({})).toEqual({ ...none, typed: undefined })
  })

  it('returns the address without white space and invisible characters', () => {
    const asked = { ...none, typed: address, address }
    expect(readResourceQuery({ address })).toEqual(asked)
    expect(readResourceQuery({ address: ` \u200e${address.slice(0, 9)} ${address.slice(9)}\u2069\n` })).toEqual(asked)
  })

  it('returns the problem when there is no address, or a text that is no address', () => {
    for (const address of ['', ' \u200b']) {
      expect(readResourceQuery({ address })).toEqual({ ...none, typed: '', problem: 'missing' })
    }
    expect(readResourceQuery({ address: [address, address] })).toMatchObject({ problem: 'missing' })
    expect(readResourceQuery({ address: 'x'.repeat(100_000) })).toMatchObject({
      address: undefined,
      problem: 'too_long',
    })
  })

  it('returns an address that no user can connect with the doubt about it', () => {
    for (const [typed = '', doubt] of [
      [address.replace('7', '0'), 'wrong_characters'],
      ['1'.repeat(64), 'transaction_signature'],
    ])
      expect(readResourceQuery({ address: typed })).toEqual({ ...none, typed, address: typed, doubt })
  })
})
