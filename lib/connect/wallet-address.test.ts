import bs58 from 'bs58'
import { describe, expect, it } from 'vitest'
import { parseWalletAddress } from './wallet-address'

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

describe('parseWalletAddress', () => {
  it('accepts base58 text that decodes to 32 bytes', () => {
    expect(parseWalletAddress(address)).toEqual({ ok: true, address })
    expect(parseWalletAddress('1'.repeat(32))).toEqual({ ok: true, address: '1'.repeat(32) })
  })

  it('removes white space and invisible characters around and inside the address', () => {
    const characters =
      ' \n\t\u00a0\u0085\u2028\u3000\0\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f' +
      '\u202a\u202e\u2060\u2066\u2069\ufe00\ufe0f\ufeff\u{e0001}\u{e0100}\u2800'
    for (const character of characters) {
      const typed = `${character}${address.slice(0, 20)}${character}${address.slice(20)}${character}`
      expect(parseWalletAddress(typed), `U+${character.codePointAt(0)?.toString(16)}`).toEqual({ ok: true, address })
    }
  })

  it('refuses any other text, and says what is wrong', () => {
    for (const [typed = '', problem] of [
      ['', 'missing'],
      [' \u200b\u2060 ', 'missing'],
      [`${address.slice(0, -1)}0`, 'wrong_characters'],
      [`${address.slice(0, 20)}-${address.slice(20)}`, 'wrong_characters'],
      [`\u200b${address.slice(0, -1)}\u0430`, 'wrong_characters'],
      ['0x52908400098527886E0F7030069857D2E4169EE7', 'wrong_characters'],
      ['ada@example.com', 'wrong_characters'],
      [address.slice(0, -2), 'wrong_length'],
      [`${address}${address.slice(0, 5)}`, 'wrong_length'],
      ['1'.repeat(33), 'wrong_length'],
      ['z'.repeat(100_000), 'wrong_length'],
      [bs58.encode(new Uint8Array(64).fill(7)), 'transaction_signature'],
    ])
      expect(parseWalletAddress(typed)).toEqual({ ok: false, problem })
  })
})
