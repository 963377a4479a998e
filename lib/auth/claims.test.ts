import { describe, expect, it } from 'vitest'
import { identityFromClaims, type ClaimName } from './claims'

const issuer = 'https://login.example'

const claimOptions = {
  issuer,
  trustsEmail: false,
  walletClaim: undefined as string | undefined,
  operatorRole: undefined as string | undefined,
  rolesClaim: undefined as ClaimName | undefined,
}
/** The identity where the provider puts all claims into the ID token. */
const identityFromIdToken = (idToken: Record<string, unknown>, given: typeof claimOptions) =>
  identityFromClaims({ idToken, userinfo: {} }, given)
const sub = 'user-1'

describe('identityFromClaims', () => {
  it('uses the subject as the id and omits missing claims', () => {
    const identity = identityFromIdToken({ sub, name: 'Ada', iss: 'https://login.example', aud: 'app' }, claimOptions)
    expect(identity).toEqual({ issuer: 'https://login.example', id: sub, name: 'Ada', hasOperatorRole: false })
  })

  it.each([{}, { sub: '' }, { sub: 1 }, { sub: 'x'.repeat(256) }])('refuses claims without a subject: %j', (claims) => {
    expect(() => identityFromIdToken(claims, claimOptions)).toThrow()
  })

  it.each([
    [{ name: 'Ada', preferred_username: 'ada', email: 'ada@example.com' }, 'Ada'],
    [{ name: ' ', preferred_username: 'ada', email: 'ada@example.com' }, 'ada'],
    [{ name: 7, email: 'ada@example.com' }, 'ada@example.com'],
    [{}, sub],
  ])('for %j, uses the name %s', (claims, name) => {
    expect(identityFromIdToken({ sub, ...claims }, claimOptions).name).toBe(name)
  })

  it('keeps long texts short enough for a cookie', () => {
    const long = 'x'.repeat(5000)
    const identity = identityFromIdToken({ sub, name: long, w: long }, { ...claimOptions, walletClaim: 'w' })
    expect(identity).toMatchObject({ name: 'x'.repeat(256), walletAddress: 'x'.repeat(256) })
    expect(
      identityFromIdToken({ sub, email: `${long}@x.example`, email_verified: true }, claimOptions),
    ).not.toHaveProperty('trustedEmail')
  })

  describe('an e-mail address', () => {
    const email = 'ada@example.com'
    const isTrusted = (idToken: object, userinfo: object, trustsEmail = false) =>
      identityFromClaims({ idToken: { sub, ...idToken }, userinfo: { ...userinfo } }, { ...claimOptions, trustsEmail })
        .trustedEmail === email

    it.each([
      // email_verified, without and with OIDC_TRUST_EMAIL
      [true, true, true],
      [undefined, false, true],
      ['true', false, true],
      [1, false, true],
      [null, false, true],
      ['perhaps', false, true],
      [false, false, false],
      ['false', false, false],
    ])(
      'with email_verified %j, is trusted: %s; from a provider whose own it is: %s',
      (verified, strictly, trusting) => {
        const claims = { email, ...(verified === undefined ? {} : { email_verified: verified }) }
        for (const [where, other] of [
          [claims, {}],
          [{}, claims],
        ] as const) {
          expect(isTrusted(where, other)).toBe(strictly)
          expect(isTrusted(where, other, true)).toBe(trusting)
        }
      },
    )

    it('is verified by the userinfo response as well, and not by what that says of another one', () => {
      expect(isTrusted({ email }, { email, email_verified: true })).toBe(true)
      expect(isTrusted({ email }, { email: 'eve@example.com', email_verified: true })).toBe(false)
      expect(isTrusted({ email }, { email_verified: true })).toBe(false)
      expect(isTrusted({ email, email_verified: true }, { email, email_verified: false })).toBe(false)
    })
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
      expect(identityFromIdToken(claims, { ...claimOptions, walletClaim }).walletAddress).toBe(expected)
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
      const identity = identityFromIdToken({ sub, ...claims }, { ...claimOptions, operatorRole: 'console' })
      expect(identity.hasOperatorRole).toBe(expected)
    })

    it('is not granted if none is configured', () => {
      expect(identityFromIdToken({ sub, roles: ['undefined', ''] }, claimOptions).hasOperatorRole).toBe(false)
    })
  })
})
