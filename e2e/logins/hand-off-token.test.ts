import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  beginSiteApp,
  bringToken,
  goToSite,
  logInAtSite,
  nowSeconds,
  refused,
  signedBySite,
  signedIn,
  siteClaims,
  siteSecret,
  type SignClaims,
  type SiteClaims,
} from './own-site-login'
import { keyPair, secretToken, signedToken, tokenOf, unsignedToken, withClaims } from '../idp/tokens'

/* Tests which tokens of an operator's own site the app accepts. The site signs with LOGIN_SECRET. */

const origin = 'http://localhost:3000'

beforeEach(() => {
  // The limits are whole seconds, so the clock moves only when a test advances it.
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date', 'performance'] })
  beginSiteApp()
})

type Outcome = ReturnType<typeof refused> | typeof signedIn

const hmac = (hash: string, secret: string) => (input: string) => createHmac(hash, secret).update(input).digest()
const nothing = () => Buffer.alloc(0)
/** Signs with the site's secret, under any header. */
const signedAs =
  (header: object, hash = 'sha256') =>
  (claims: SiteClaims) =>
    tokenOf(header, claims, hmac(hash, siteSecret))

const withOwnKey: SignClaims = (claims) =>
  tokenOf({ alg: 'HS256', jwk: { kty: 'oct', k: btoa('k') } }, claims, hmac('sha256', 'k'))
const changedAfterSigning: SignClaims = (claims) => withClaims(signedBySite(claims), { ...claims, sub: 'another-user' })

/** Signs claims without encoding them (RFC 7797). */
const unencoded = (claims: SiteClaims) => {
  const header = Buffer.from('{"alg":"HS256","crit":["b64"],"b64":false}').toString('base64url')
  // A dot would end the payload.
  const input = `${header}.${JSON.stringify({ ...claims, email: undefined })}`
  return `${input}.${hmac('sha256', siteSecret)(input).toString('base64url')}`
}

describe('a token', () => {
  const algorithm = (came: string) => refused('token_algorithm', { claim: 'alg', expected: 'HS256', came })
  const invalid = refused('token_invalid', { reason: 'not a signed JSON object' })
  const unsigned = refused('token_signature')

  it('signs in only when it is a JSON object that LOGIN_SECRET has signed by HS256', async () => {
    const { privateKey } = await keyPair('RS256', 0)
    const rows: [what: string, tokenOfClaims: SignClaims, outcome: Outcome][] = [
      ['signed with LOGIN_SECRET', signedBySite, signedIn],
      ['signed with another secret', (claims) => secretToken(claims, 'x'.repeat(33)), unsigned],
      ['that says none and has no signature', unsignedToken, algorithm('none')],
      ['with an empty signature', (claims) => tokenOf({ alg: 'HS256' }, claims, nothing), unsigned],
      ['signed by HS384', signedAs({ alg: 'HS384' }, 'sha384'), algorithm('HS384')],
      ['signed by RS256', (claims) => signedToken({ alg: 'RS256' }, claims, privateKey), algorithm('RS256')],
      ['with its own key in the header', withOwnKey, unsigned],
      ['without an algorithm', signedAs({}), invalid],
      ['with a critical header', signedAs({ alg: 'HS256', crit: ['exp'], exp: 1 }), invalid],
      ['with a payload that is not encoded', unencoded, invalid],
      ['that is encrypted', () => 'e30.AAAA.AAAA.AAAA.AAAA', invalid],
      ['whose payload is a list', () => signedBySite([] as never), invalid],
      ['whose payload is null', () => signedBySite(null as never), invalid],
      ['whose claims were changed after signing', changedAfterSigning, unsigned],
      ['cut within its signature', (claims) => signedBySite(claims).slice(0, -4), unsigned],
      ['of two parts', (claims) => signedBySite(claims).replace(/\.[^.]+$/, ''), invalid],
      ['of characters that no token has', () => '\u0000\n🙂'.repeat(100), invalid],
    ]
    for (const [what, tokenOfClaims, outcome] of rows) {
      beginSiteApp()
      const nonce = await goToSite()
      expect(await bringToken(await tokenOfClaims(siteClaims(nonce))), what).toMatchObject(outcome)
    }
  })

  const garbage = 'garbage-that-is-no-token'
  const notOneToken = refused('token_invalid', { reason: 'not exactly one token' })
  it('signs in only when it is the only parameter of that name', async () => {
    for (const [tokensOf, outcome] of [
      [(token: string) => [token], signedIn],
      [(token: string) => [token, garbage], notOneToken],
      [() => [], notOneToken],
      [() => [garbage], invalid],
    ] as const) {
      beginSiteApp()
      const tokens = tokensOf(signedBySite(siteClaims(await goToSite())))
      expect(await bringToken(...tokens), tokens.join()).toMatchObject(outcome)
    }
  })

  it('of 4,096 characters signs in, and a token of 4,097 is refused', async () => {
    const tooLong = refused('token_invalid', { reason: 'longer than 4096 characters' })
    for (const [length, outcome] of [
      [4096, signedIn],
      [4097, tooLong],
    ] as const) {
      beginSiteApp()
      const token = tokenOfLength(length, siteClaims(await goToSite()))
      expect(token).toHaveLength(length)
      expect(await bringToken(token)).toMatchObject(outcome)
    }
  })
})

describe('the claim', () => {
  const wrong = (claim: string, expected: string, came: string) => refused('token_claim', { claim, expected, came })
  const sub = (came: string) => wrong('sub', 'a text of 1 to 255 characters', came)
  const aud = (came: string) => wrong('aud', origin, came)
  const noNonce = (came: string) => wrong('nonce', 'the nonce that your site received', came)
  const time = (claim: string, came: string) => wrong(claim, 'seconds since 1970', came)
  const exp = (came: string) => wrong('exp', 'at most 300 s after iat', came)
  const hint = 'set both clocks, at most 60 s apart, and sign a new token for each sign-in'
  const iat = (expected: string, came: string) => refused('token_clock', { claim: 'iat', expected, came, hint })
  const ahead = (came: string) => iat('at most 60 s ahead', came)
  const behind = (came: string) => iat('at most 60 s behind', came)
  const named = (id: string) => ({ ...signedIn, user: { id } })

  const rows: [claim: string, what: string, changes: (now: number) => SiteClaims, outcome: object][] = [
    ['aud', 'with another origin is refused', () => ({ aud: 'https://other.example' }), aud('https://other.example')],
    ['aud', 'with ours among others signs in', () => ({ aud: ['https://other.example', origin] }), signedIn],
    ['aud', 'with others is refused', () => ({ aud: ['https://other.example'] }), aud('of the type object')],
    ['aud', 'with ours in a list of lists is refused', () => ({ aud: [[origin]] }), aud('of the type object')],
    ['aud', 'in capital letters is refused', () => ({ aud: 'HTTP://LOCALHOST:3000' }), aud(`${origin}/…`)],
    ['aud', 'with a trailing slash is refused', () => ({ aud: `${origin}/` }), aud(`${origin}/`)],
    ['aud', 'with our address is refused', () => ({ aud: `${origin}/signin/return` }), aud(`${origin}/…`)],
    ['aud', 'with our host alone is refused', () => ({ aud: 'localhost:3000' }), aud('a text of 14 characters')],
    ['aud', 'that is missing is refused', () => ({ aud: undefined }), aud('nothing')],

    ['sub', 'of 255 characters signs in', () => ({ sub: 's'.repeat(255) }), named('s'.repeat(255))],
    ['sub', 'of 256 characters is refused', () => ({ sub: 's'.repeat(256) }), sub('a text of 256 characters')],
    ['sub', 'that is empty is refused', () => ({ sub: '' }), sub('a text of 0 characters')],
    ['sub', 'with a blank at its end is refused', () => ({ sub: '7 ' }), sub('a text of 2 characters')],
    ['sub', 'that is a number is refused', () => ({ sub: 7 }), sub('of the type number')],
    ['sub', 'that is missing is refused', () => ({ sub: undefined }), sub('nothing')],

    ['exp', '300 s after iat signs in', (now) => ({ exp: now + 300 }), signedIn],
    ['exp', '301 s after iat is refused', (now) => ({ exp: now + 301 }), exp('301 s after iat')],
    ['exp', 'in milliseconds is refused', (now) => ({ exp: now * 1000 }), exp('1798200000000 s after iat')],
    ['exp', 'that is iat is refused', (now) => ({ exp: now }), exp('0 s after iat')],
    ['exp', 'that is a text is refused', (now) => ({ exp: `${now + 60}` }), time('exp', 'a text of 10 characters')],
    ['exp', 'of 59 s ago signs in', (now) => ({ iat: now - 60, exp: now - 59 }), signedIn],

    ['iat', 'in 60 s signs in', (now) => ({ iat: now + 60, exp: now + 120 }), signedIn],
    ['iat', 'in 61 s is refused', (now) => ({ iat: now + 61, exp: now + 121 }), ahead('61 s ahead')],
    ['iat', 'of 60 s ago signs in', (now) => ({ iat: now - 60, exp: now }), signedIn],
    ['iat', 'of 61 s ago is refused', (now) => ({ iat: now - 61, exp: now - 1 }), behind('61 s behind')],
    ['iat', 'that is missing is refused', () => ({ iat: undefined }), time('iat', 'nothing')],

    ['nbf', 'in 60 s signs in', (now) => ({ nbf: now + 60 }), signedIn],
    ['nbf', 'in 61 s is refused', (now) => ({ nbf: now + 61 }), ahead('61 s ahead')],
    ['nbf', 'that is a text is refused', () => ({ nbf: '0' }), time('nbf', 'a text of 1 characters')],

    ['nonce', 'of another browser is refused', () => ({ nonce: 'n'.repeat(43) }), refused('another_login')],
    ['nonce', 'that is missing is refused', () => ({ nonce: undefined }), noNonce('nothing')],
  ]

  it('is checked', async () => {
    for (const [claim, what, changes, outcome] of rows) {
      beginSiteApp()
      expect(await logInAtSite(changes(nowSeconds())), `${claim} ${what}`).toMatchObject(outcome)
    }
  })

  it('nonce is refused when it is a list with the right nonce', async () => {
    const nonce = await goToSite()
    const end = await bringToken(signedBySite({ ...siteClaims(nonce), nonce: [nonce] }))
    expect(end).toMatchObject(noNonce('of the type object'))
  })
})

it('an ID of 129 characters is refused only when SUBNET_USER_ID=plain, which the log names', async () => {
  const longId = { sub: 's'.repeat(129) }
  const lines = [{ event: 'login failed', code: 'user_id_too_long', hint: expect.stringContaining('SUBNET_USER_ID') }]
  const tooLong = { error: 'misconfigured', user: null, lines }
  for (const [format, claims, outcome] of [
    ['plain', longId, tooLong],
    ['plain', { sub: 's'.repeat(128) }, { ...signedIn, user: { id: 's'.repeat(128) } }],
    ['hashed', longId, { ...signedIn, user: { id: longId.sub } }],
  ] as const) {
    beginSiteApp({ SUBNET_USER_ID: format })
    expect(await logInAtSite(claims), format).toMatchObject(outcome)
  }
})

it('a late token signs in only when it comes less than 60 s after its exp', async () => {
  for (const [lifetime, seconds, outcome] of [
    [60, 119, signedIn],
    [60, 120, refused('token_expired')],
    [300, 359, signedIn],
    [300, 360, refused('token_expired')],
  ] as const) {
    beginSiteApp()
    const nonce = await goToSite()
    const token = signedBySite(siteClaims(nonce, { exp: nowSeconds() + lifetime }))
    vi.advanceTimersByTime(seconds * 1000)
    expect(await bringToken(token), `${seconds} s`).toMatchObject(outcome)
  }
})

/** Returns a token of exactly this length. */
function tokenOfLength(length: number, claims: SiteClaims): string {
  for (let padding = length; padding > 0; padding -= 1) {
    const sign = signedAs({ alg: 'HS256', pad: 'x'.repeat(length % 4) })
    const token = sign({ ...claims, pad: 'x'.repeat(padding) })
    if (token.length === length) return token
  }
  throw new Error(`no token has ${length} characters`)
}
