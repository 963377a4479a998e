import { describe, expect, it } from 'vitest'
import { assertRecentLogin, demoIdentity, identityFromClaims, userFromIdentity } from './identity'

const issuer = 'https://login.example'

const claimOptions = {
  issuer,
  trustsEmail: false,
  walletClaim: undefined as string | undefined,
  operatorRole: undefined as string | undefined,
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

describe('assertRecentLogin', () => {
  const now = 1_800_000_000_000
  const seconds = now / 1000

  it.each([
    // How long ago, max_age, whether it is recent.
    [0, 0, true],
    [119, 0, true],
    [121, 0, false],
    [3600, 3600, true],
    [3719, 3600, true],
    [3721, 3600, false],
    [-60, 0, true],
    [1e9, undefined, true],
  ])('a login %s seconds ago, for a max_age of %s, is recent: %s', (age, maxAge, isRecent) => {
    const check = () => assertRecentLogin(seconds - age, maxAge, now)
    if (isRecent) expect(check).not.toThrow()
    else expect(check).toThrow('older than max_age')
  })

  it.each([undefined, null, String(seconds), {}])('an auth_time of %j counts as none', (authTime) => {
    expect(() => assertRecentLogin(authTime, 3600, now)).toThrow('no auth_time')
    expect(() => assertRecentLogin(authTime, undefined, now)).not.toThrow()
  })
})

describe('demoIdentity', () => {
  it('gives the same user for a name in any case, spacing and Unicode form', () => {
    expect(demoIdentity(' Ada Lovelace ')).toEqual({
      issuer: 'demo',
      id: 'demo:ada lovelace',
      name: 'Ada Lovelace',
      hasOperatorRole: false,
    })
    expect(demoIdentity('Zoe\u0308')?.id).toBe(demoIdentity('ZO\u00cb')?.id)
  })

  it.each(['A', 'x'.repeat(80), 'O’Brien', '李'])('allows %j', (name) => {
    expect(demoIdentity(name)?.name).toBe(name)
  })

  it.each(['', '   ', 'x'.repeat(81), 'A\u0000da', 'A\nda', 'A\u009fda', undefined, null, 7, ['Ada']])(
    'refuses %j',
    (name) => expect(demoIdentity(name)).toBeNull(),
  )
})

const options = { issuers: [issuer], consoleUsers: [] as string[] }
const ada = { issuer, id: 'user-1', name: 'Ada', trustedEmail: 'Ada@Example.com', hasOperatorRole: false }

describe('userFromIdentity', () => {
  it('returns only the fields of a user', () => {
    const user = userFromIdentity({ ...ada, walletAddress: 'raw', accessToken: 'secret' }, options)
    expect(user).toEqual({ id: 'user-1', name: 'Ada', walletAddress: 'raw', isOperator: false })
  })

  it('omits the wallet address if the login provides none', () => {
    expect(userFromIdentity(ada, options)).not.toHaveProperty('walletAddress')
  })

  it.each([undefined, null, {}, 'Ada', { ...ada, id: '' }, { ...ada, name: undefined }])(
    'returns null for %j',
    (identity) => expect(userFromIdentity(identity, options)).toBeNull(),
  )

  it('returns null for a session of a login that this deployment no longer offers', () => {
    expect(userFromIdentity({ ...ada, issuer: 'demo' }, options)).toBeNull()
    expect(userFromIdentity({ ...ada, issuer: 'https://old.example' }, options)).toBeNull()
    expect(userFromIdentity({ ...ada, issuer: 'demo' }, { ...options, issuers: [issuer, 'demo'] })).not.toBeNull()
  })

  it.each([
    [['user-1'], true],
    [['USER-1'], false],
    [['user-10'], false],
    [['ada@example.com'], true],
    [['somebody@example.com', 'ADA@EXAMPLE.COM'], true],
    [['ada@example.com.evil.example'], false],
    [[''], false],
    [[], false],
  ])('with CONSOLE_USERS %j, Ada is an operator: %s', (consoleUsers, isOperator) => {
    expect(userFromIdentity(ada, { ...options, consoleUsers })?.isOperator).toBe(isOperator)
  })

  it.each([
    ['ada@example.com', ['ada@example.com'], false],
    ['ada@example.com', ['ADA@example.com'], false],
    ['user-1', ['user-1'], true],
  ])('with the id %j and CONSOLE_USERS %j, somebody without an address is an operator: %s', (id, consoleUsers, is) => {
    const { trustedEmail: _, ...identity } = { ...ada, id }
    expect(userFromIdentity(identity, { ...options, consoleUsers })?.isOperator).toBe(is)
  })

  it('does not take an e-mail address for an id', () => {
    const identity = { ...ada, trustedEmail: 'user-2' }
    expect(userFromIdentity(identity, { ...options, consoleUsers: ['user-2'] })?.isOperator).toBe(false)
  })

  it('does not take another letter for one of an address', () => {
    const identity = { ...ada, trustedEmail: '\u212Aim@example.com' }
    expect(userFromIdentity(identity, { ...options, consoleUsers: ['kim@example.com'] })?.isOperator).toBe(false)
    const kim = { ...ada, trustedEmail: 'KIM@example.com' }
    expect(userFromIdentity(kim, { ...options, consoleUsers: ['kim@example.com'] })?.isOperator).toBe(true)
  })

  it('does not recognize an operator by an untrusted e-mail address', () => {
    const { trustedEmail: _, ...identity } = ada
    expect(userFromIdentity(identity, { ...options, consoleUsers: ['ada@example.com'] })?.isOperator).toBe(false)
  })

  it('recognizes an operator by the role alone', () => {
    expect(userFromIdentity({ ...ada, hasOperatorRole: true }, options)?.isOperator).toBe(true)
  })
})
