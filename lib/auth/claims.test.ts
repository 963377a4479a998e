import { encode } from 'next-auth/jwt'
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

describe('userIdAt', () => {
  it.each([
    ['b2a1', 'b2a1'],
    ['12', '12'],
    [12, '12'],
    [0, '0'],
    [-5, '-5'],
    [1e3, '1000'],
    [2 ** 53 - 1, '9007199254740991'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [2 ** 53, undefined],
    // JSON.parse rounds this number to the one above.
    [JSON.parse('9007199254740993'), undefined],
    [1e21, undefined],
    [12.5, undefined],
    ['', undefined],
    ['x'.repeat(256), undefined],
    [['b2a1'], undefined],
    [{ id: 'b2a1' }, undefined],
    [true, undefined],
    [null, undefined],
    [undefined, undefined],
  ])('reads %j as %j', (value, id) => {
    expect(userIdAt({ oid: value }, 'oid')).toBe(id)
  })
})

describe('identityFromClaims', () => {
  it('uses the subject as the id and omits missing claims', () => {
    const identity = identityFromIdToken({ sub, name: 'Ada', iss: 'https://login.example', aud: 'app' }, claimOptions)
    expect(identity).toEqual({
      issuer: 'https://login.example',
      id: sub,
      name: 'Ada',
      hasOperatorRole: false,
      hasViewerRole: false,
    })
  })

  it.each<[ClaimName, string]>([
    ['sub', sub],
    ['oid', 'b2a1'],
    ['id', '274685406'],
    ['ids.own', 'nested'],
    [['ids', 'own'], 'nested'],
  ])('uses the claim %j of the ID token as the id', (userIdClaim, id) => {
    const claims = { sub, oid: 'b2a1', id: 274685406, ids: { own: 'nested' } }
    expect(identityFromIdToken(claims, { ...claimOptions, userIdClaim })).toMatchObject({ id })
  })

  it.each([
    [{ sub }, {}, 'not in the ID token'],
    [{ sub }, { oid: 'b2a1' }, 'not in the ID token'],
    [{ sub, oid: null }, {}, 'not a text of 1 to 255 characters or a whole number'],
    [{ sub, oid: '' }, { oid: 'b2a1' }, 'not a text of 1 to 255 characters or a whole number'],
  ])('refuses the ID token %j with the userinfo %j when the user ID is in oid', (idToken, userinfo, reason) => {
    const identity = () => identityFromClaims({ idToken, userinfo }, { ...claimOptions, userIdClaim: 'oid' })
    const details = { endpoint: 'token', claim: 'oid', reason }
    expect(identity).toThrow(expect.objectContaining({ code: 'user_id_claim', details }))
  })

  it('refuses an ID token without a subject even when the user ID is in another claim', () => {
    expect(() => identityFromIdToken({ oid: 'b2a1' }, { ...claimOptions, userIdClaim: 'oid' })).toThrow(/sub/)
  })

  it.each([{}, { sub: '' }, { sub: 1 }, { sub: 'x'.repeat(256) }])('refuses claims without a subject: %j', (claims) => {
    expect(() => identityFromIdToken(claims, claimOptions)).toThrow()
  })

  it.each([
    [{ name: 'Ada', preferred_username: 'ada', email: 'ada@example.com' }, 'Ada'],
    [{ name: ' ', preferred_username: 'ada', email: 'ada@example.com' }, 'ada'],
    [{ name: 7, email: 'ada@example.com' }, 'ada@example.com'],
    [{ given_name: 'Ada', family_name: 'Lovelace', preferred_username: 'ada' }, 'Ada Lovelace'],
    [{ given_name: 'Ada', family_name: '\u200b' }, 'Ada'],
    [{ nickname: 'ada', email: 'ada@example.com' }, 'ada'],
    [{ 'cognito:username': 'ada' }, 'ada'],
    [{ name: 'A\0d\u202ea\u2028L\u2066' }, 'A da L'],
    [{ name: 'می\u200cخواهم 👩\u200d🚀' }, 'می\u200cخواهم 👩\u200d🚀'],
    [{ name: '\u200b\u2800 \u3164', preferred_username: 'ada' }, 'ada'],
    [{}, sub],
  ])('names a user with the claims %j %s', (claims, name) => {
    expect(identityFromIdToken({ sub, ...claims }, claimOptions).name).toBe(name)
  })

  it('uses a dash as the name when the ID has no visible character', () => {
    expect(identityFromIdToken({ sub: '\u200b' }, claimOptions)).toMatchObject({ id: '\u200b', name: '–' })
  })

  it.each([
    ['letters', 'x'],
    ['Chinese characters', '李'],
    ['quotes, which JSON escapes', '"'],
    ['emoji', '👩\u200d🚀'],
    ['half characters', '\ud83d'],
  ])('keeps the session under 4 KB when the name and the wallet address consist of %s', async (_, character) => {
    const long = character.repeat(3000)
    const email = `${long.slice(0, 80)}@x.example`
    const claims = { sub: '\u0001'.repeat(255), name: long, w: long, email, email_verified: true }
    const identity = identityFromIdToken(claims, { ...claimOptions, walletClaim: 'w' })
    expect(identity.name.isWellFormed()).toBe(true)
    const token = await encode({ token: { identity }, secret: 's'.repeat(32) })
    expect(token.length).toBeLessThan(4000)
  })

  it('cuts a long name and wallet address, and omits a long e-mail address', () => {
    const long = 'x'.repeat(5000)
    const identity = identityFromIdToken({ sub, name: long, w: long }, { ...claimOptions, walletClaim: 'w' })
    expect(identity).toMatchObject({ name: 'x'.repeat(200), walletAddress: 'x'.repeat(200) })
    expect(
      identityFromIdToken({ sub, email: `${long}@x.example`, email_verified: true }, claimOptions),
    ).not.toHaveProperty('trustedEmail')
  })

  describe('e-mail address', () => {
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
    ])('is trusted when email_verified is %j: %s; with OIDC_TRUST_EMAIL: %s', (verified, strictly, trusting) => {
      const claims = { email, ...(verified === undefined ? {} : { email_verified: verified }) }
      for (const [where, other] of [
        [claims, {}],
        [{}, claims],
      ] as const) {
        expect(isTrusted(where, other)).toBe(strictly)
        expect(isTrusted(where, other, true)).toBe(trusting)
      }
    })

    it('counts as verified only when email_verified belongs to the same address and is never false', () => {
      expect(isTrusted({ email }, { email, email_verified: true })).toBe(true)
      expect(isTrusted({ email }, { email: 'eve@example.com', email_verified: true })).toBe(false)
      expect(isTrusted({ email }, { email_verified: true })).toBe(false)
      expect(isTrusted({ email, email_verified: true }, { email, email_verified: false })).toBe(false)
    })
  })

  describe('wallet claim', () => {
    const byUrl = 'https://operator.example/wallet'
    const claims = { sub, wallet: ' not checked here ', [byUrl]: 'by-url', nested: { a: 'b' } }
    it.each<[ClaimName | undefined, string | undefined]>([
      ['wallet', 'not checked here'],
      [byUrl, 'by-url'],
      ['nested', undefined],
      ['nested.a', 'b'],
      [['nested', 'a'], 'b'],
      ['nested.constructor', undefined],
      ['wallet.length', undefined],
      ['absent', undefined],
      ['constructor', undefined],
      [undefined, undefined],
    ])('%s yields %s', (walletClaim, expected) => {
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
      [{ roles: { console: true } }, true],
      [{ scope: 'console' }, false],
      [{}, false],
      [{ roles: [['console']] }, false],
    ])('is granted when the claims are %j: %s', (claims, expected) => {
      const identity = identityFromIdToken({ sub, ...claims }, { ...claimOptions, operatorRole: 'console' })
      expect(identity.hasOperatorRole).toBe(expected)
    })

    it.each<[object, ClaimName, boolean]>([
      [{ realm_access: { roles: ['console'] } }, 'realm_access.roles', true],
      [{ realm_access: { roles: ['Console'] } }, 'realm_access.roles', false],
      [{ 'realm_access.roles': 'console' }, 'realm_access.roles', true],
      [{ resource_access: { 'my.app': { roles: ['console'] } } }, ['resource_access', 'my.app', 'roles'], true],
      [{ 'cognito:groups': ['console'] }, 'cognito:groups', true],
      [{ 'https://operator.example/roles': ['console'] }, 'https://operator.example/roles', true],
      [{ 'urn:roles': { console: { '123': 'operator.example' } } }, 'urn:roles', true],
      [{ 'urn:roles': { console: false } }, 'urn:roles', false],
      [{ 'urn:roles': { console: true } }, 'urn:roles', true],
      [{ 'urn:roles': { console: null } }, 'urn:roles', false],
      [{ 'urn:roles': { console: 0 } }, 'urn:roles', false],
      [{ 'urn:roles': { console: 'false' } }, 'urn:roles', false],
      [{ 'urn:roles': {} }, 'urn:roles', false],
      [{ 'urn:roles': { console: {} } }, 'urn:roles.console', false],
      [{ roles: ['console'] }, 'other', false],
      [{ constructor: 'console' }, 'constructor.name', false],
    ])('is granted when the claims are %j and the roles claim is %j: %s', (claims, rolesClaim, expected) => {
      const options = { ...claimOptions, operatorRole: 'console', rolesClaims: [rolesClaim] }
      const identity = identityFromIdToken({ sub, ...claims }, options)
      expect(identity.hasOperatorRole).toBe(expected)
    })

    it.each([
      [{}, undefined, true],
      [{ role: 'user' }, undefined, false],
      [{ groups: [] }, undefined, false],
      [{ _claim_names: { groups: 'src1' } }, undefined, true],
      [{ roles: ['user'], _claim_names: { groups: 'src1' } }, undefined, true],
      [{ roles: ['user'] }, 'realm_access.roles', true],
      [{ realm_access: { roles: [] } }, 'realm_access.roles', false],
    ])(
      'counts as missing in hasNoRoles when the claims are %j and the roles claim is %j: %s',
      (claims, rolesClaim, expected) => {
        expect(hasNoRoles(claims, rolesClaim === undefined ? claimOptions.rolesClaims : [rolesClaim])).toBe(expected)
      },
    )

    it('is not granted when no role is configured', () => {
      const identity = identityFromIdToken({ sub, roles: ['undefined', ''] }, claimOptions)
      expect(identity).toMatchObject({ hasOperatorRole: false, hasViewerRole: false })
    })

    it.each<[roles: unknown, operator: boolean, viewer: boolean]>([
      [['support'], false, true],
      ['support', false, true],
      [{ support: true }, false, true],
      [['console'], true, false],
      [['console', 'support'], true, true],
      [['Support'], false, false],
      [[['support']], false, false],
      [[], false, false],
    ])('is granted when the roles are %j: operator %s, viewer %s', (roles, hasOperatorRole, hasViewerRole) => {
      const given = { ...claimOptions, operatorRole: 'console', viewerRole: 'support' }
      expect(identityFromIdToken({ sub, roles }, given)).toMatchObject({ hasOperatorRole, hasViewerRole })
    })
  })
})
