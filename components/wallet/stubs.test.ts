import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { describe, expect, it, vi } from 'vitest'
import * as stubs from './stubs'

const real = Keypair.generate().publicKey

describe('PublicKey instead of the class in @solana/web3.js', () => {
  it('is the same key from bytes and from base58', () => {
    for (const value of [real.toBytes(), [...real.toBytes()], real.toBase58()]) {
      const key = new stubs.PublicKey(value)
      expect(key.toBase58()).toBe(real.toBase58())
      expect([...key.toBytes()]).toEqual([...real.toBytes()])
      expect(key.equals(new stubs.PublicKey(real.toBase58()))).toBe(true)
      expect(key.equals(new stubs.PublicKey(Keypair.generate().publicKey.toBytes()))).toBe(false)
    }
  })

  it('refuses a key of another length, and a long text without decoding it, which would take seconds', () => {
    for (const value of [new Uint8Array(31), new Uint8Array(33), '1'.repeat(31), '1'.repeat(33)]) {
      expect(() => new stubs.PublicKey(value)).toThrow('Invalid public key')
    }
    const decode = vi.spyOn(bs58, 'decode')
    expect(() => new stubs.PublicKey('z'.repeat(1000))).toThrow('Invalid public key')
    expect(decode).not.toHaveBeenCalled()
  })
})

it('a class that the stubs leave out throws when it is used', () => {
  expect(() => Reflect.get(stubs.Transaction, 'from')).toThrow('is left out')
})
