import bs58 from 'bs58'
import { describe, expect, it } from 'vitest'
import { newAccount, signAs } from '@/e2e/wallet/keys'
import { checkProof, proofMessage } from './proof'

const link = { requestId: '01HZY3V1QW8F4N2K7M9P5R6S8T', nonce: 'n0nce-of-the-link' }

const wallet = newAccount()
const sign = (message: string | Buffer, by = wallet) => bs58.encode(signAs(by, message))

const check = (signature: string, changes: Partial<Parameters<typeof checkProof>[0]> = {}) =>
  checkProof({ signature, walletAddress: wallet.address, link, ...changes })

const refusedAs = (problem: string) => ({ ok: false, problem })

it('proofMessage returns exactly the text of the interface', () => {
  expect(proofMessage(link)).toBe('service-connect:01HZY3V1QW8F4N2K7M9P5R6S8T:n0nce-of-the-link')
})

describe('checkProof', () => {
  it('encodes a non-ASCII nonce as UTF-8', () => {
    const nonAscii = { ...link, nonce: 'nönce-日本-🔑' }
    expect(check(sign(Buffer.from(proofMessage(nonAscii), 'utf8')), { link: nonAscii })).toEqual({ ok: true })
    expect(check(sign(Buffer.from(proofMessage(nonAscii), 'latin1')), { link: nonAscii }).ok).toBe(false)
  })

  it('refuses a signature of any other message', () => {
    for (const [what, signed = ''] of [
      ['another request', proofMessage({ ...link, requestId: '01HZY3V1QW8F4N2K7M9P5R6S8V' })],
      ['another nonce', proofMessage({ ...link, nonce: 'another-nonce' })],
      ['an empty message', ''],
      ['the message with a trailing line break', `${proofMessage(link)}\n`],
      ['the message as hexadecimal text', Buffer.from(proofMessage(link)).toString('hex')],
      ['the message in an off-chain envelope', `\u{ff}solana offchain\0\0${proofMessage(link)}`],
    ])
      expect(check(sign(signed)), what).toEqual(refusedAs('wrong_signature'))
  })

  it('refuses the signature of another wallet', () => {
    expect(check(sign(proofMessage(link), newAccount()))).toEqual(refusedAs('wrong_signature'))
  })

  it('refuses a signature with any one bit changed', () => {
    const signature = bs58.decode(sign(proofMessage(link)))
    for (let bit = 0; bit < signature.length * 8; bit += 1) {
      const tampered = Uint8Array.from(signature)
      tampered[bit >> 3] = (tampered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(check(bs58.encode(tampered))).toEqual(refusedAs('wrong_signature'))
    }
  })

  it('accepts the wallet’s signature of the message, which has 64 bytes, and refuses any other length', () => {
    const signature = bs58.decode(sign(proofMessage(link)))
    expect(check(bs58.encode(signature))).toEqual({ ok: true })
    for (const bytes of [signature.slice(0, 63), Uint8Array.from([...signature, 0]), new Uint8Array()]) {
      expect(check(bs58.encode(bytes))).toEqual(refusedAs('wrong_length'))
    }
  })

  it('refuses a signature as too long when it has more than 128 characters', () => {
    expect(check('1'.repeat(128))).toEqual(refusedAs('wrong_length'))
    for (const length of [129, 1_000_000]) expect(check('z'.repeat(length))).toEqual(refusedAs('too_long'))
  })

  it('refuses a signature that is not base58', () => {
    const signature = sign(proofMessage(link))
    for (const each of ['0OIl', `${signature}0`, ` ${signature}`, '🔑']) {
      expect(check(each)).toEqual(refusedAs('not_base58'))
    }
  })

  it('refuses a key of small order', () => {
    // If the identity point is the public key and R, and S = 0, the signature verifies for every message.
    const identityPoint = '01'.padEnd(64, '0')
    const forged = bs58.encode(Buffer.from(identityPoint + '00'.repeat(32), 'hex'))

    for (const hex of [
      '00'.repeat(32),
      `${'00'.repeat(31)}80`,
      identityPoint,
      `01${'00'.repeat(30)}80`,
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
      `ec${'ff'.repeat(30)}7f`,
      `ed${'ff'.repeat(30)}7f`,
      `ee${'ff'.repeat(30)}ff`,
    ])
      expect(check(forged, { walletAddress: bs58.encode(Buffer.from(hex, 'hex')) })).toEqual(refusedAs('weak_key'))
  })

  it('refuses an address that is not a point on the curve', () => {
    const notOnCurve = bs58.encode(Buffer.from(`02${'00'.repeat(31)}`, 'hex'))
    expect(check(sign(proofMessage(link)), { walletAddress: notOnCurve })).toEqual(refusedAs('wrong_signature'))
  })
})
