import { describe, expect, it } from 'vitest'
import { identityFromClaims, hasNoRoles, userIdAt, type ClaimName } from './claims'

const issuer = 'https://login.example'

const claimOptions = {
  issuer,
  trustsEmail: false,
  walletClaim: undefined as ClaimName | undefined,
  operatorRole: undefined as string | undefined,
  viewerRole: undefined as string | undefined,
  rolesClaims: ['roles', 'groups', 'role'] as ClaimName[],
}
/** Reads the identity when the provider puts all claims into the ID token. */
const identityFromIdToken = (
  idToken: Record<string, unknown>,
  given: typeof claimOptions & { userIdClaim?: ClaimName },
) => identityFromClaims({ idToken, userinfo: {} }, given)
const sub = 'user-1'

it('userIdAt reads a text of 1 to 255 characters, or a whole number that JSON keeps exact', () => {
  for (const value of ['b2a1', '12', 12, 0, -5, 2 ** 53 - 1, 'x'.repeat(255)])
    expect(userIdAt({ oid: value }, 'oid')).toBe(String(value))
  // JSON.parse rounds 2^53 + 1 to 2^53.
  const numbers = [2 ** 53, JSON.parse('9007199254740993'), 1e21, 12.5]
  for (const value of [...numbers, '', 'x'.repeat(256), 'b2a1 ', ['b2a1'], { id: 'b2a1' }, true, null, undefined])
    expect(userIdAt({ oid: value }, 'oid'), JSON.stringify(value)).toBeUndefined()
})

describe('identityFromClaims', () => {
  it('uses the subject as the id and omits missing claims', () => {
    const identity = identityFromIdToken({ sub, name: 'Ada', iss: issuer, aud: 'app' }, claimOptions)
    expect(identity).toEqual({ issuer, id: sub, name: 'Ada', roles: [] })
  })

  it('reads a user ID in another claim only from the ID token, and says why it refuses one', () => {
    const read = (idToken: object, userinfo = {}) =>
      identityFromClaims({ idToken: { sub, ...idToken }, userinfo }, { ...claimOptions, userIdClaim: 'oid' })
    expect(read({ oid: 12 }).id).toBe('12')
    const unseen = 'has a line break, or a control, invisible or bidirectional character'
    for (const [refused, reason] of [
      [() => read({}, { oid: 'b2a1' }), 'not in the ID token'],
      [() => read({ oid: 'b2a1 ' }), 'begins or ends with a blank'],
      [() => read({ oid: 'b2\u202ea1' }), unseen],
      [() => read({ oid: 2 ** 53 }), 'not a text of 1 to 255 characters or a whole number'],
    ] as const) {
      const details = { endpoint: 'token', claim: 'oid', reason }
      expect(refused, reason).toThrow(expect.objectContaining({ code: 'user_id_claim', details }))
    }
  })

  it('refuses claims without a subject of 1 to 255 characters, also when the user ID is in another claim', () => {
    for (const claims of [{}, { sub: '' }, { sub: 1 }, { sub: 'x'.repeat(256) }]) {
      const read = () => identityFromIdToken({ oid: 'b2a1', ...claims }, { ...claimOptions, userIdClaim: 'oid' })
      expect(read, JSON.stringify(claims)).toThrow('id_token_refused')
    }
  })

  it('names a user by the first claim with visible characters', () => {
    for (const [claims, name] of [
      [{ name: 'Ada', preferred_username: 'ada', email: 'ada@example.com' }, 'Ada'],
      [{ name: ' ', preferred_username: 'ada', email: 'ada@example.com' }, 'ada'],
      [{ name: 7, email: 'ada@example.com' }, 'ada@example.com'],
      [{ given_name: 'Ada', family_name: 'Lovelace', preferred_username: 'ada' }, 'Ada Lovelace'],
      [{ given_name: 'Ada', family_name: '\u200b' }, 'Ada'],
      [{ 'cognito:username': 'ada' }, 'ada'],
      [{ name: 'A\0d\u202ea\u2028L\u2066' }, 'A da L'],
      [{ name: 'می\u200cخواهم 👩\u200d🚀' }, 'می\u200cخواهم 👩\u200d🚀'],
      [{ name: '\u200b\u2800 \u3164', preferred_username: 'ada' }, 'ada'],
      // It cuts a name to 200 bytes of whole characters.
      [{ name: 'ü'.repeat(1000) }, 'ü'.repeat(100)],
      [{ name: `${'x'.repeat(199)}ü` }, 'x'.repeat(199)],
      [{}, sub],
    ] as const) {
      expect(identityFromIdToken({ sub, ...claims }, claimOptions).name, JSON.stringify(claims)).toBe(name)
    }
  })

  it('cuts a long wallet address, and omits a long e-mail address', () => {
    const long = 'x'.repeat(5000)
    const claims = { sub, w: long, email: `${long}@x.example`, email_verified: true }
    const identity = identityFromIdToken(claims, { ...claimOptions, walletClaim: 'w' })
    expect(identity).toEqual({ issuer, id: sub, name: sub, walletAddress: 'x'.repeat(200), roles: [] })
  })

  describe('e-mail address', () => {
    const email = 'ada@example.com'
    const isTrusted = (idToken: object, userinfo: object, trustsEmail = false) =>
      identityFromClaims({ idToken: { sub, ...idToken }, userinfo: { ...userinfo } }, { ...claimOptions, trustsEmail })
        .trustedEmail === email

    it('is trusted when it is verified, or with OIDC_TRUST_EMAIL when it is not denied', () => {
      for (const [verified, strictly, trusting] of [
        [true, true, true],
        [undefined, false, true],
        ['true', true, true],
        [1, false, true],
        [null, false, true],
        [false, false, false],
        ['false', false, false],
      ] as const) {
        const claims = { email, ...(verified === undefined ? {} : { email_verified: verified }) }
        for (const [idToken, userinfo] of [
          [claims, {}],
          [{}, claims],
        ] as const) {
          const trusted = [isTrusted(idToken, userinfo), isTrusted(idToken, userinfo, true)]
          expect(trusted, JSON.stringify({ idToken, userinfo })).toEqual([strictly, trusting])
        }
      }
    })

    it('counts as verified only when email_verified belongs to the same address and is never false', () => {
      expect(isTrusted({ email }, { email, email_verified: true })).toBe(true)
      expect(isTrusted({ email }, { email: 'eve@example.com', email_verified: true })).toBe(false)
      expect(isTrusted({ email }, { email_verified: true })).toBe(false)
      expect(isTrusted({ email, email_verified: true }, { email, email_verified: false })).toBe(false)
    })
  })

  it('reads the wallet address from the configured claim, if it is a text', () => {
    const byUrl = 'https://operator.example/wallet'
    const claims = { sub, wallet: ' not checked here ', [byUrl]: 'by-url', nested: { a: 'b' }, empty: '\0', number: 7 }
    for (const [walletClaim, expected] of [
      ['wallet', 'not checked here'],
      [byUrl, 'by-url'],
      ['nested.a', 'b'],
      [['nested', 'a'], 'b'],
      ['nested.constructor', undefined],
      ['empty', undefined],
      ['number', undefined],
      ['constructor', undefined],
      [undefined, undefined],
    ] satisfies [ClaimName | undefined, string | undefined][]) {
      const { walletAddress } = identityFromIdToken(claims, { ...claimOptions, walletClaim })
      expect(walletAddress, String(walletClaim)).toBe(expected)
    }
  })

  describe('a role', () => {
    const byRole = { ...claimOptions, operatorRole: 'console', viewerRole: 'support' }

    it('is granted only when a member of the roles is exactly its name', () => {
      for (const [claims, expected] of [
        [{ roles: ['user', 'console'] }, true],
        [{ roles: [...Array(20_000).fill('role'), 'console'] }, true],
        [{ groups: ['console'] }, true],
        [{ role: 'console' }, true],
        [{ roles: ['user'], groups: ['console', 7] }, true],
        [{ roles: { console: true } }, true],
        [{ roles: ['Console'] }, false],
        [{ roles: [' console '] }, false],
        [{ roles: [['console']] }, false],
        [{ roles: ['con\u200bsole'] }, false],
        [{ role: 'console user', groups: ['console,staff'] }, false],
        [{ roles: { console: false } }, false],
        [{}, false],
      ] as const) {
        const identity = identityFromIdToken({ sub, ...claims }, byRole)
        expect(identity.roles.includes('console'), JSON.stringify(claims).slice(0, 100)).toBe(expected)
      }
    })

    it('is granted only by the configured claim', () => {
      for (const [claims, rolesClaim, expected] of [
        [{ realm_access: { roles: ['console'] } }, 'realm_access.roles', true],
        [{ 'realm_access.roles': 'console' }, 'realm_access.roles', true],
        [{ resource_access: { 'my.app': { roles: ['console'] } } }, ['resource_access', 'my.app', 'roles'], true],
        [{ 'https://operator.example/roles': ['console'] }, 'https://operator.example/roles', true],
        [{ 'urn:roles': { console: { '123': 'operator.example' } } }, 'urn:roles', true],
        [{ 'urn:roles': { console: false } }, 'urn:roles', false],
        [{ 'urn:roles': { console: null } }, 'urn:roles', false],
        [{ 'urn:roles': { console: {} } }, 'urn:roles.console', false],
        [{ constructor: 'console' }, 'constructor.name', false],
      ] satisfies [object, ClaimName, boolean][]) {
        const identity = identityFromIdToken({ sub, ...claims }, { ...byRole, rolesClaims: [rolesClaim] })
        expect(identity.roles.includes('console'), JSON.stringify(claims)).toBe(expected)
      }
    })

    it('is not granted when no role is configured', () => {
      const identity = identityFromIdToken({ sub, roles: ['undefined', ''] }, claimOptions)
      expect(identity).toMatchObject({ roles: [] })
    })

    it('can make a viewer, an operator, or both', () => {
      const rolesOf = (roles: string[]) => identityFromIdToken({ sub, roles }, byRole).roles
      expect(rolesOf(['support'])).toEqual(['support'])
      expect(rolesOf(['console', 'support', 'other'])).toEqual(['console', 'support'])
      expect(rolesOf([])).toEqual([])
    })
  })
})

it('hasNoRoles reports missing claims, and groups that Entra omits', () => {
  for (const [claims, rolesClaim, expected] of [
    [{}, undefined, true],
    [{ role: 'user' }, undefined, false],
    [{ groups: [] }, undefined, false],
    [{ _claim_names: { groups: 'src1' } }, undefined, true],
    [{ roles: ['user'], _claim_names: { groups: 'src1' } }, undefined, true],
    [{ roles: ['user'] }, 'realm_access.roles', true],
    [{ realm_access: { roles: [] } }, 'realm_access.roles', false],
  ] as const) {
    const names = rolesClaim === undefined ? claimOptions.rolesClaims : [rolesClaim]
    expect(hasNoRoles(claims, names), JSON.stringify(claims)).toBe(expected)
  }
})
