import { createHmac, randomBytes } from 'node:crypto'
import { NextRequest } from 'next/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  browserCookies,
  browserHeaders,
  browserJar,
  copyOfCookies,
  logLines,
  openSignInPage,
  returnFromSite,
  staffLoginAt,
} from './login-in-process'
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
import { person } from './imitation'
import { secretToken, tokenOf } from '../idp/tokens'
import { config } from '@/lib/config'
import { siteLinkHeader } from '@/lib/auth/hand-off-start'
import { proxy } from '@/proxy'

/* Tests how logins at the operator's own site begin, which browser can end them, and which user they sign in. */

const origin = 'http://localhost:3000'
const nonceCookie = 'next-auth.nonce'
const sessionCookie = 'next-auth.session-token'
const staffLogin = staffLoginAt({ issuer: 'https://staff.example', clientId: 'a', clientSecret: 'b' })

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date', 'performance'] })
  beginSiteApp()
})

/** Returns the site's token for this nonce. */
const tokenFor = (nonce: string, changes: SiteClaims = {}) => signedBySite(siteClaims(nonce, changes))
const passSeconds = (count: number) => vi.advanceTimersByTime(count * 1000)
const arrivesAt = (path: string) => ({ ...signedIn, path })

describe('the way to the site', () => {
  it('has the nonce after the query of LOGIN_URL, and no URL of the app', async () => {
    for (const [url, beginning] of [
      ['https://www.example.com/login', 'https://www.example.com/login?nonce='],
      ['https://www.example.com/login?', 'https://www.example.com/login?nonce='],
      ['https://www.example.com/a.php?/login&a=%20b+c&d', 'https://www.example.com/a.php?/login&a=%20b+c&d&nonce='],
    ] as const) {
      beginSiteApp({ LOGIN_URL: url })
      const nonce = await goToSite()
      expect(nonce).toMatch(/^[\w-]{43}$/)
      expect(await openSignInPage('/connect/confirm?a=b')).toBe(beginning + nonce)
    }
  })

  it('keeps an invalid session cookie, because the way back may replace it in the same response', async () => {
    const deletedAt = async (path: string) => {
      const headers = { cookie: `${sessionCookie}=nonsense` }
      const response = await proxy(new NextRequest(origin + path, { headers }))
      return response.cookies.getAll(sessionCookie).map(({ maxAge }) => maxAge)
    }
    for (const path of ['/signin/return', '/signin/return/']) expect(await deletedAt(`${path}?token=a`)).toEqual([])
    expect(await deletedAt('/signin')).toEqual([0])
  })

  it('has the same nonce in another tab for ten minutes, then another, and a new one after the login and in another browser', async () => {
    const first = await goToSite()
    for (const seconds of [0, 300, 299]) {
      passSeconds(seconds)
      expect(await goToSite()).toBe(first)
    }
    passSeconds(1)
    const nonce = await goToSite()
    expect(nonce).not.toBe(first)
    passSeconds(599)
    expect(await goToSite()).toBe(nonce)
    // The person of the last tab has ten minutes too.
    passSeconds(599)
    expect(await bringToken(tokenFor(nonce))).toMatchObject(signedIn)
    expect(await goToSite()).not.toBe(nonce)
    const other = await goToSite()
    browserCookies.clear()
    expect(await goToSite()).not.toBe(other)
  })

  it('has another nonce when the clock was set back by more than a minute, because the site’s tokens would be too early', async () => {
    const first = await goToSite()
    vi.setSystemTime(Date.now() - 60_000)
    expect(await goToSite()).toBe(first)
    vi.setSystemTime(Date.now() - 2000)
    const nonce = await goToSite()
    expect(nonce).not.toBe(first)
    expect(await bringToken(tokenFor(nonce))).toMatchObject(signedIn)
  })

  it('is missing, like the way back, when LOGIN_URL is not set', async () => {
    beginSiteApp({ LOGIN_URL: '', LOGIN_SECRET: '', DEMO_LOGIN: '1' })
    expect(await openSignInPage('/connect/confirm')).toBeNull()
    await expect(returnFromSite({})).rejects.toMatchObject({ digest: 'NEXT_HTTP_ERROR_FALLBACK;404' })
    expect(browserCookies.size).toBe(0)
  })

  it('is begun by proxy.ts only when a browser opens the sign-in page of users who sign in at the site', async () => {
    const notBegun = { link: null, isBegun: false }
    const begun = { link: expect.stringMatching(/^https:\/\/www\.example\.com\/.*&nonce=[\w-]{43}$/), isBegun: true }
    const elsewhere = { LOGIN_URL: '', LOGIN_SECRET: '', DEMO_LOGIN: '1' }
    for (const [method, path, outcome, variables] of [
      ['GET', '/signin?callbackUrl=%2Fconsole', begun],
      ['GET', '/signin/', begun],
      ['HEAD', '/signin', notBegun],
      ['POST', '/signin', notBegun],
      ['GET', '/signin/return?token=a', notBegun],
      ['GET', '/connect/confirm', notBegun],
      ['GET', '/signin', notBegun, elsewhere],
      ['GET', '/signin?callbackUrl=%2Fconsole', notBegun, staffLogin],
      ['GET', '/signin', begun, staffLogin],
    ] as const) {
      beginSiteApp(variables)
      // The app ignores the header from a client.
      for (const sent of [{}, { [siteLinkHeader]: 'https://evil.example/' }]) {
        const { headers, cookies } = await proxy(new NextRequest(origin + path, { method, headers: sent }))
        const link = headers.get(`x-middleware-request-${siteLinkHeader}`)
        const isBegun = cookies.getAll().some(({ name }) => name === nonceCookie)
        expect({ link, isBegun }, `${method} ${path}`).toEqual(outcome)
      }
    }
  })

  it('keeps the nonce in a cookie for ten minutes, bound to this host over https', async () => {
    beginSiteApp({ NEXTAUTH_URL: 'https://connect.example.com' })
    const set = vi.spyOn(browserJar, 'set')
    const nonce = await goToSite()
    const cookies = set.mock.calls.flatMap(([cookie]) => (typeof cookie === 'object' ? [cookie] : []))
    const { value = '', ...attributes } = cookies.find(({ name }) => name === '__Host-next-auth.nonce') ?? {}
    expect(value).not.toContain(nonce)
    expect(attributes).toEqual({
      name: '__Host-next-auth.nonce',
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: true,
      maxAge: 600,
    })
  })
})

describe('the page after the login', () => {
  it('is the page that needed the login, and never a page of another site', async () => {
    for (const [callbackUrl, path] of [
      ['/connect/confirm?a=b', '/connect/confirm?a=b'],
      ['/console/balances', '/console/balances'],
      ['//evil.example/', '/connect/confirm'],
    ] as const) {
      const nonce = await goToSite(callbackUrl)
      expect(await bringToken(tokenFor(nonce)), callbackUrl).toMatchObject(arrivesAt(path))
    }
    const nonce = await goToSite('/console')
    browserCookies.set('next-auth.callback-url', `${origin}.evil.example/`)
    expect(await bringToken(tokenFor(nonce))).toMatchObject(arrivesAt('/connect/confirm'))
  })

  it('opens by a redirect with no-store when the browser brings a token once and again', async () => {
    const token = tokenFor(await goToSite())
    for (const path of ['/connect/confirm', '/connect/confirm']) {
      const answer = await returnFromSite({ token })
      const { status, headers } = answer
      expect([status, headers.get('Location'), headers.get('Cache-Control')]).toEqual([303, origin + path, 'no-store'])
      expect(JSON.stringify([...headers]) + (await answer.text())).not.toContain(token)
    }
  })
})

describe('a token', () => {
  it('signs in only in the browser that has begun the login', async () => {
    const nonce = await goToSite()
    const token = tokenFor(nonce)
    const restoreCookies = copyOfCookies()
    browserCookies.clear()
    expect(await bringToken(token)).toMatchObject(refused('no_login_here'))
    await goToSite()
    expect(await bringToken(token)).toMatchObject(refused('another_login'))
    // The failed attempts have not used up the token.
    restoreCookies()
    expect(await bringToken(token)).toMatchObject(signedIn)
  })

  it('from another browser does not replace the signed-in user', async () => {
    await logInAtSite({ sub: 'the-first' })
    const before = browserCookies.get(sessionCookie)
    const end = await bringToken(tokenFor('n'.repeat(43), { sub: 'the-second' }))
    expect(end).toMatchObject({ path: '/connect/confirm', user: { id: 'the-first' }, lines: [] })
    expect(browserCookies.get(sessionCookie)).toBe(before)
  })

  it.each([
    ['599 s', 599, signedIn],
    ['616 s, beyond the tolerance of next-auth', 616, refused('no_login_here')],
  ])('that comes back after %s signs in only while its nonce is valid', async (_, count, outcome) => {
    const nonce = await goToSite()
    passSeconds(count)
    expect(await bringToken(tokenFor(nonce))).toMatchObject(outcome)
  })

  it('signs in with LOGIN_SECRET and LOGIN_SECRET_PREVIOUS, and with no third secret', async () => {
    const former = randomBytes(32).toString('hex')
    const byFormer: SignClaims = (claims) => secretToken(claims, former)
    expect(await logInAtSite({}, byFormer)).toMatchObject(refused('token_signature'))
    beginSiteApp({ LOGIN_SECRET_PREVIOUS: former })
    expect(await logInAtSite()).toMatchObject(signedIn)
    expect(await logInAtSite({}, byFormer)).toMatchObject(signedIn)
    const byThird: SignClaims = (claims) => secretToken(claims, 'x'.repeat(64))
    expect(await logInAtSite({}, byThird)).toMatchObject(refused('token_signature'))
  })

  describe('is good once', () => {
    it('in a browser with its old nonce, until it expires at a site whose clock is 60 s ahead', async () => {
      const token = tokenFor(await goToSite(), { iat: nowSeconds() + 60, exp: nowSeconds() + 360 })
      const restoreCookies = copyOfCookies()
      expect(await bringToken(token)).toMatchObject(signedIn)
      for (const [seconds, code] of [
        [0, 'login_used'],
        [419, 'login_used'],
        [1, 'token_expired'],
      ] as const) {
        passSeconds(seconds)
        restoreCookies()
        expect(await bringToken(token)).toMatchObject(refused(code))
      }
    })

    it('also with its signature in another encoding', async () => {
      for (const changed of [
        (token: string) => token.slice(0, -1) + nextLetter(token.at(-1) ?? ''),
        (token: string) => `${token}=`,
      ]) {
        beginSiteApp()
        const token = tokenFor(await goToSite())
        const restoreCookies = copyOfCookies()
        expect(await bringToken(changed(token))).toMatchObject(signedIn)
        for (const again of [token, changed(token)]) {
          restoreCookies()
          expect(await bringToken(again)).toMatchObject(refused('login_used'))
        }
      }
    })

    it('by requests at the same time', async () => {
      const token = tokenFor(await goToSite())
      const set = vi.spyOn(browserJar, 'set')
      await Promise.all([1, 2, 3, 4].map(() => returnFromSite({ token })))
      const sessions = set.mock.calls.filter(([cookie]) => typeof cookie === 'object' && cookie.name === sessionCookie)
      expect(sessions).toHaveLength(1)
    })
  })

  it('is refused, and not used up, when a page loads it instead of a user', async () => {
    const token = tokenFor(await goToSite())
    browserHeaders.set('Sec-Fetch-Dest', 'iframe')
    expect((await returnFromSite({ token })).status).toBe(403)
    browserHeaders.delete('Sec-Fetch-Dest')
    expect([browserCookies.has(sessionCookie), logLines]).toEqual([false, []])
    browserHeaders.set('Sec-Fetch-Site', 'cross-site')
    expect(await bringToken(token)).toMatchObject(signedIn)
  })

  it('signs in after a HEAD request, which does not use it up', async () => {
    const token = tokenFor(await goToSite())
    const { status, headers } = await returnFromSite({ token }, 'HEAD')
    expect([status, headers.get('Allow')]).toEqual([405, 'GET'])
    expect(await bringToken(token)).toMatchObject(signedIn)
  })

  it('signs in after any number of returns of others behind the same client address', async () => {
    const token = tokenFor(await goToSite())
    const own = browserCookies.get(nonceCookie) ?? ''
    for (const cookie of ['', `${own.slice(0, -4)}AAAA`]) {
      browserCookies.set(nonceCookie, cookie)
      for (let count = 0; count < 400; count += 1) await returnFromSite({ token })
    }
    expect(browserCookies.has(sessionCookie)).toBe(false)
    browserCookies.set(nonceCookie, own)
    expect(await bringToken(token)).toMatchObject(signedIn)
  })
})

/** Changes an unused bit. The last letter of a signature of 32 bytes has two unused bits. */
function nextLetter(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return letters[letters.indexOf(letter) ^ 1] ?? ''
}

describe('a signed-in user', () => {
  const user = async (changes: SiteClaims) => (await logInAtSite(changes)).user

  it('has the name, the wallet, the verified address and the roles in the claims of the site', async () => {
    const roles = { LOGIN_OPERATOR_ROLE: 'console', LOGIN_VIEWER_ROLE: 'support' }
    beginSiteApp({ CONSOLE_USERS: 'olga@example.com', ...roles })
    for (const [claims, expected] of [
      [
        { name: 'Ada Ünal', wallet_address: 'rWallet' },
        { name: 'Ada Ünal', walletAddress: 'rWallet' },
      ],
      [{ roles: ['support'] }, { isViewer: true }],
      [{ roles: ['support', 'console'] }, { isOperator: true }],
      [{ groups: ['console'], role: 'console' }, {}],
      [{ email: 'olga@example.com', email_verified: true }, { isOperator: true }],
      [{ email: 'olga@example.com' }, {}],
    ] as const) {
      const signedInUser = { id: 'the-user-of-7', name: person.name, isOperator: false, isViewer: false, ...expected }
      expect(await user(claims), JSON.stringify(claims)).toEqual(signedInUser)
    }
  })

  it('is signed out when LOGIN_URL changes to another site', async () => {
    expect(await user({})).not.toBeNull()
    const restoreCookies = copyOfCookies()
    const { secret } = config().login
    const returnAfter = async (url: string) => {
      beginSiteApp({ LOGIN_URL: url, NEXTAUTH_SECRET: secret })
      restoreCookies()
      return (await bringToken('')).user
    }
    expect(await returnAfter('https://www.example.com/another-page')).not.toBeNull()
    expect(await returnAfter('https://www.example.org/connect-login')).toBeNull()
  })
})

it('the log of a failed login has one short line when the token contains line breaks, secrets and an address', async () => {
  const secrets = [siteSecret, person.name, person.email, 'the-user-of-7']
  const text = `a\nb\r\n{"event":"login failed"}\u2028 https://${encodeURIComponent(siteSecret)}:x@host.example/${secrets.join('/')}?${siteSecret}`
  const hmac = (input: string) => createHmac('sha256', siteSecret).update(input).digest()
  // The empty subject fails where the text itself is accepted.
  const inClaim = (claim: string, value: unknown) => (nonce: string) => tokenFor(nonce, { sub: '', [claim]: value })
  const inHeader = (name: string) => (nonce: string) => tokenOf({ alg: 'RS256', [name]: text }, siteClaims(nonce), hmac)
  const claims = ['aud', 'iat', 'nbf', 'exp', 'nonce', 'sub', 'iss']
  for (const tokenOfNonce of [
    ...claims.flatMap((claim) => [inClaim(claim, text), inClaim(claim, { [text]: [text] })]),
    ...['alg', 'kid', 'typ', 'crit', 'jku'].map(inHeader),
  ]) {
    beginSiteApp()
    const nonce = await goToSite()
    const { user, lines } = await bringToken(tokenOfNonce(nonce))
    const log = JSON.stringify(lines)
    const found = [...secrets, nonce, 'xxxx', '\\n', '\\u'].filter((secret) => log.includes(secret))
    expect({ user, lines, found }).toMatchObject({
      user: null,
      lines: [{ event: 'login failed', level: 'warn' }],
      found: [],
    })
    expect(log.length).toBeLessThan(500)
  }
})
