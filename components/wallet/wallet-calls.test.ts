import type { Adapter } from '@solana/wallet-adapter-base'
import bs58 from 'bs58'
import nacl from 'tweetnacl'
import { describe, expect, it } from 'vitest'
import { signWith } from './wallet-calls'

const { publicKey, secretKey } = nacl.sign.keyPair()
const address = bs58.encode(publicKey)

describe('signWith', () => {
  const message = 'service-connect:a:b'
  const signed = Buffer.from(nacl.sign.detached(Buffer.from(message), secretKey))
  const answerTo = (answer: unknown) =>
    signWith({ signMessage: async () => answer } as unknown as Adapter, { message, address })

  it('returns a signature as base58 when the wallet returns bytes, a list, JSON of bytes or a text', async () => {
    for (const [what, answer] of Object.entries({
      bytes: Uint8Array.from(signed),
      'a list': [...signed],
      'JSON of bytes': JSON.parse(JSON.stringify(Uint8Array.from(signed))),
      'JSON of a buffer': JSON.parse(JSON.stringify(signed)),
      base58: bs58.encode(signed),
      base64: signed.toString('base64'),
      base64url: signed.toString('base64url'),
      hexadecimal: `0x${signed.toString('hex')}`,
    }))
      expect(await answerTo(answer), what).toEqual({ ok: true, signature: bs58.encode(signed) })
  })

  it('reports a wrong signature when the answer is not a signature of the message', async () => {
    const other = nacl.sign.detached(Buffer.from('another message'), secretKey)
    for (const answer of [
      other,
      bs58.encode(other),
      signed.subarray(1),
      {},
      { data: null },
      null,
      undefined,
      7,
      'x'.repeat(100_000),
    ])
      expect(await answerTo(answer)).toEqual({ ok: false, problem: 'wrong_signature' })
  })
})
