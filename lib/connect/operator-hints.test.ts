import { describe, expect, it } from 'vitest'
import { operatorHint } from './operator-hints'

describe('operatorHint', () => {
  it('names SERVICE_BASE_URL and SERVICE_ENVIRONMENT when the service answers request_not_found', () => {
    expect(operatorHint('request_not_found', undefined, 'signature')).toMatch(
      /registered at its other deployment.*SERVICE_BASE_URL and SERVICE_ENVIRONMENT/,
    )
  })

  it('names SERVICE_SIGNATURE_FIELD when the service refuses the field with the signature', () => {
    for (const name of ['signature', 'proof']) {
      const hint = operatorHint('invalid_request', name, name)
      expect(hint).toContain(`the field "${name}"`)
      expect(hint).toContain('set SERVICE_SIGNATURE_FIELD')
    }
  })

  it('names only the field when the service refuses another field', () => {
    expect(operatorHint('invalid_request', 'wallet_address', 'signature')).toBe(
      'The service refused the field "wallet_address" of the confirm request.',
    )
    expect(operatorHint('invalid_request', 'signature', 'proof')).toBe(
      'The service refused the field "signature" of the confirm request.',
    )
  })

  it('points to the answer of the service when it refuses the body without naming a field', () => {
    const hint = operatorHint('invalid_request', undefined, 'signature')
    expect(hint).toMatch(/refused the body of the confirm request/)
    expect(hint).not.toContain('SERVICE_SIGNATURE_FIELD')
  })

  it('ignores the field for other reasons', () => {
    expect(operatorHint('unknown', 'signature', 'signature')).toBe(operatorHint('unknown', undefined, 'signature'))
    expect(operatorHint('nonce_mismatch', 'signature', 'signature')).toBeUndefined()
  })

  it('returns undefined when the operator has nothing to check', () => {
    for (const reason of ['request_expired', 'already_confirmed', 'queue', 'constructor', '__proto__', '']) {
      expect(operatorHint(reason, undefined, 'signature'), reason).toBeUndefined()
    }
  })
})
