import { describe, expect, it } from 'vitest'
import { readResourceQuery } from './query'

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

describe('readResourceQuery', () => {
  it('knows that nothing has been asked yet', () => {
    expect(readResourceQuery({})).toEqual({ kind: 'nothing_asked' })
  })

  it('takes an address, without the white space that comes along when it is pasted', () => {
    expect(readResourceQuery({ address })).toEqual({ kind: 'asked', walletAddress: address })
    expect(readResourceQuery({ address: ` ${address}\n` })).toEqual({ kind: 'asked', walletAddress: address })
  })

  it.each([
    ['', 'missing'],
    ['  ', 'missing'],
    [address.replace('7', '0'), 'wrong_characters'],
    [address.slice(3), 'wrong_length'],
    ['1'.repeat(64), 'transaction_signature'],
    ['x'.repeat(100_000), 'wrong_length'],
  ])('says what is wrong with %j', (typed, problem) => {
    expect(readResourceQuery({ address: typed })).toEqual({ kind: 'not_an_address', typed, problem })
  })

  it('takes two addresses for none', () => {
    expect(readResourceQuery({ address: [address, address] })).toMatchObject({ problem: 'missing' })
  })
})
