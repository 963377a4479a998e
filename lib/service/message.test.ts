import { describe, expect, it } from 'vitest'
import { serviceMessage } from './message'

describe('serviceMessage', () => {
  it('is the text where it quotes nothing', () => {
    expect(serviceMessage('Request <b>expired</b> & gone', ['key-12345'])).toBe('Request <b>expired</b> & gone')
    expect(serviceMessage(undefined, ['key-12345'])).toBeNull()
  })

  it('masks secrets that the service quotes as they are, also at the end of a long text', () => {
    expect(serviceMessage('nonce nonce-12345 and key key-12345!', ['key-12345', 'nonce-12345'])).toBe(
      'nonce ••• and key •••!',
    )
    expect(serviceMessage(`${'x'.repeat(495)}nonce-12345`, ['nonce-12345'])).toBe(`${'x'.repeat(495)}•••`)
  })

  it('does not mask a secret that is too short', () => {
    expect(serviceMessage('a nonce that differs', ['a'])).toBe('a nonce that differs')
  })

  it.each([
    'NONCE-12345',
    'nonce%2D12345',
    'non\u200bce-12345',
    Buffer.from('nonce-12345').toString('base64'),
    `nonce-12345 and ${Buffer.from('nonce-12345').toString('hex')}`,
  ])('is nothing at all where one is quoted in another form: %j', (text) => {
    expect(serviceMessage(text, ['key-12345', 'nonce-12345'])).toBeNull()
    expect(serviceMessage(text, ['key-12345', 'nonce-54321'])).not.toBeNull()
  })
})
