import { describe, expect, it } from 'vitest'
import { readResourceQuery } from './query'

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

describe('readResourceQuery', () => {
  it('returns nothing_asked when the query has no address', () => {
    expect(readResourceQuery({})).toEqual({ kind: 'nothing_asked' })
  })

  it('returns the address without white space around it', () => {
    const asked = { kind: 'asked', walletAddress: address, doubt: null }
    expect(readResourceQuery({ address })).toEqual(asked)
    expect(readResourceQuery({ address: ` ${address}\n` })).toEqual(asked)
  })

  it.each([
    ['', 'missing'],
    ['  ', 'missing'],
    ['x'.repeat(100_000), 'too_long'],
  ])('returns the problem when the address is %j', (typed, problem) => {
    expect(readResourceQuery({ address: typed })).toEqual({ kind: 'not_an_address', typed, problem })
  })

  it.each([
    [address.replace('7', '0'), 'wrong_characters'],
    [address.slice(3), 'wrong_length'],
    ['1'.repeat(64), 'transaction_signature'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'wrong_characters'],
  ])('returns the address %j with the doubt %s', (typed, doubt) => {
    expect(readResourceQuery({ address: typed })).toEqual({ kind: 'asked', walletAddress: typed, doubt })
  })

  it('returns missing when there are two addresses', () => {
    expect(readResourceQuery({ address: [address, address] })).toMatchObject({ problem: 'missing' })
  })
})
