import { describe, expect, it } from 'vitest'
import { identityFromClaims } from '@/lib/auth/claims'

const options = { issuer: 'https://login.example', walletClaim: undefined, operatorRole: undefined }
const sub = 'user-1'

describe('identityFromClaims', () => {
  it('takes the subject as the id and leaves out what is not there', () => {
    const identity = identityFromClaims({ sub, name: 'Ada', iss: 'https://login.example', aud: 'app' }, options)
    expect(identity).toEqual({ issuer: 'https://login.example', id: sub, name: 'Ada', hasOperatorRole: false })
  })

  it.each([{}, { sub: '' }, { sub: 1 }, null, 'user-1'])('refuses claims without a subject: %j', (claims) => {
    expect(() => identityFromClaims(claims, options)).toThrow()
  })

  it.each([
    [{ name: 'Ada', preferred_username: 'ada', email: 'ada@example.com' }, 'Ada'],
    [{ name: ' ', preferred_username: 'ada', email: 'ada@example.com' }, 'ada'],
    [{ name: 7, email: 'ada@example.com' }, 'ada@example.com'],
    [{}, sub],
  ])('names %j as %s', (claims, name) => {
    expect(identityFromClaims({ sub, ...claims }, options).name).toBe(name)
  })

  it.each([
    [undefined, true],
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [0, false],
    [null, false],
    ['perhaps', false],
  ])('with email_verified %j, whether the address counts is %s', (verified, counts) => {
    const claims = { sub, email: 'ada@example.com', ...(verified === undefined ? {} : { email_verified: verified }) }
    expect(identityFromClaims(claims, options).trustedEmail).toBe(counts ? 'ada@example.com' : undefined)
  })

  describe('wallet claim', () => {
    const byUrl = 'https://operator.example/wallet'
    const claims = { sub, wallet: ' not checked here ', [byUrl]: 'by-url', nested: { a: 'b' } }
    it.each([
      ['wallet', 'not checked here'],
      [byUrl, 'by-url'],
      ['nested', undefined],
      ['nested.a', undefined],
      ['absent', undefined],
      ['constructor', undefined],
      [undefined, undefined],
    ])('%s gives %s', (walletClaim, expected) => {
      expect(identityFromClaims(claims, { ...options, walletClaim }).walletAddress).toBe(expected)
    })
  })

  describe('operator role', () => {
    it.each([
      [{ roles: ['user', 'console'] }, true],
      [{ groups: ['console'] }, true],
      [{ role: 'console' }, true],
      [{ roles: ['user'], groups: ['console', 7] }, true],
      [{ roles: ['Console'] }, false],
      [{ role: 'console user' }, false],
      [{ roles: { console: true } }, false],
      [{ scope: 'console' }, false],
      [{}, false],
    ])('of %j is %s', (claims, expected) => {
      const identity = identityFromClaims({ sub, ...claims }, { ...options, operatorRole: 'console' })
      expect(identity.hasOperatorRole).toBe(expected)
    })

    it('is nobody’s where the deployment names none', () => {
      expect(identityFromClaims({ sub, roles: ['undefined', ''] }, options).hasOperatorRole).toBe(false)
    })
  })
})
