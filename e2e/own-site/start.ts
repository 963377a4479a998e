import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { listen } from '../harness/listen'
import type { Claims } from '../idp/start'
import { defaultKeyId, keyPair, secretToken, signedToken } from '../idp/tokens'

interface OwnSiteOptions {
  /** The app's `/signin/return`, the only URL to which the site sends tokens. */
  returnUrl: string
  /** The accounts by login name. A caller may add more later. The claim `wallet` becomes `wallet_address`. */
  accounts: Record<string, Claims>
  /** @default 'HS256' */
  algorithm?: 'HS256' | 'ES256' | 'EdDSA' | 'PS256' | 'RS256'
}

export interface OwnSite {
  /** The site's start page, which signs users in without the app. */
  origin: string
  /** The value of LOGIN_URL. */
  loginUrl: string
  /** The value of LOGIN_SIGN_OUT_URL. */
  signOutUrl: string
  /** The value of LOGIN_SECRET, if the algorithm is HS256. */
  secret: string
  /** The value of LOGIN_JWKS_URL, if the algorithm is another one. Its key is `keyPair(algorithm, 0)`. */
  jwksUrl: string
  /** Returns the claims of a token for an account, which is valid for a minute. */
  claimsOf(name: string, nonce: string): Record<string, unknown>
  /** Returns a token with these claims and the site's signature. */
  sign(claims: object): Promise<string>
  close(): Promise<void>
}

/** The password of every account. */
export const password = 'correct horse battery staple'

const sessionCookie = 'example-site-session'

/**
 * Starts an operator's own site (LOGIN_URL) on loopback. It has accounts, signs its users in at the app, and keeps its
 * sessions in memory.
 */
export async function startOwnSite(options: OwnSiteOptions): Promise<OwnSite> {
  const { returnUrl, accounts, algorithm = 'HS256' } = options
  const secret = randomBytes(32).toString('hex')
  const pair = algorithm === 'HS256' ? undefined : await keyPair(algorithm, 0)

  const sign = async (claims: object) =>
    algorithm === 'HS256' || !pair
      ? secretToken(claims, secret)
      : signedToken({ alg: algorithm, kid: defaultKeyId }, claims, pair.privateKey)

  const claimsOf = (name: string, nonce: string) => {
    const account = accounts[name]
    if (!account) throw new Error(`${name} has no account`)
    const { wallet, ...claims } = account
    const iat = Math.floor(Date.now() / 1000)
    return { ...claims, wallet_address: wallet, aud: new URL(returnUrl).origin, nonce, iat, exp: iat + 60 }
  }

  /** Account names by session cookie. */
  const sessions = new Map<string, string>()
  const nameIn = (c: Context) => sessions.get(getCookie(c, sessionCookie) ?? '')

  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
    // The URL of the sign-in page contains the nonce.
    c.header('Referrer-Policy', 'no-referrer')
  })
  app.get('/', (c) => {
    const name = nameIn(c)
    return c.html(name === undefined ? signInPage() : page('Your account', html`<a href="/sign-out">Sign out</a>`))
  })
  app.get('/connect-login', async (c) => {
    const [nonce, ...others] = c.req.queries('nonce') ?? []
    if (!nonce || others.length > 0) return c.html(page('Nothing to do here'), 400)
    const name = nameIn(c)
    if (name === undefined) return c.html(signInPage())
    const address = new URL(returnUrl)
    address.searchParams.set('token', await sign(claimsOf(name, nonce)))
    return c.redirect(address.href, 303)
  })
  app.on('POST', ['/', '/connect-login'], async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const name = form.get('name') ?? ''
    if (!Object.hasOwn(accounts, name) || form.get('password') !== password) {
      return c.html(signInPage('Name or password is wrong.'))
    }
    const session = randomBytes(24).toString('hex')
    sessions.set(session, name)
    setCookie(c, sessionCookie, session, { httpOnly: true, sameSite: 'Lax', path: '/' })
    const { pathname, search } = new URL(c.req.url)
    return c.redirect(pathname + search, 303)
  })
  app.get('/sign-out', (c) => {
    sessions.delete(getCookie(c, sessionCookie) ?? '')
    deleteCookie(c, sessionCookie)
    return c.html(page('Signed out'))
  })
  app.get('/jwks.json', (c) =>
    c.json({
      keys: pair
        ? [{ ...pair.publicKey.export({ format: 'jwk' }), kid: defaultKeyId, alg: algorithm, use: 'sig' }]
        : [],
    }),
  )

  // By default, the listener replaces the global Request and Response, which other servers in this process may use.
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer((request, response) => void listener(request, response))
  const { port, close } = await listen(server)
  const origin = `http://localhost:${port}`
  return {
    origin,
    loginUrl: `${origin}/connect-login`,
    signOutUrl: `${origin}/sign-out`,
    secret,
    jwksUrl: `${origin}/jwks.json`,
    claimsOf,
    sign,
    close,
  }
}

/** Makes the site's sign-in page. Its form posts to the page's own URL, so that the query keeps the nonce. */
const signInPage = (problem?: string) =>
  page(
    'Sign in',
    html`${problem ? html`<p role="alert">${problem}</p>` : ''}
      <form method="post">
        <label>Name <input name="name" /></label>
        <label>Password <input name="password" type="password" /></label>
        <button>Sign in</button>
      </form>`,
  )

/** Makes a plain page without scripts. A test uses it like a person. */
const page = (title: string, body: unknown = '') =>
  html`<!doctype html>
    <html lang="en">
      <link rel="icon" href="data:," />
      <title>${title} – Example site</title>
      <h1>${title}</h1>
      ${body}
    </html>`
