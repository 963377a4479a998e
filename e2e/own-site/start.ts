import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { listen } from '../harness/listen'
import type { Claims } from '../idp/start'
import { secretToken } from '../idp/tokens'

interface OwnSiteOptions {
  /** The app's `/signin/return`, the only URL to which the site sends tokens. */
  returnUrl: string
  /** The accounts by login name. A caller may add more later. The claim `wallet` becomes `wallet_address`. */
  accounts: Record<string, Claims>
}

export interface OwnSite {
  /** The value of LOGIN_URL. */
  loginUrl: string
  /** The value of LOGIN_SECRET. */
  secret: string
  close(): Promise<void>
}

/** The password of every account. */
export const password = 'correct horse battery staple'

const sessionCookie = 'example-site-session'

/**
 * Starts an operator's own site (LOGIN_URL) on loopback. It has accounts, signs its users in at the app, and keeps its
 * sessions in memory.
 */
export async function startOwnSite({ returnUrl, accounts }: OwnSiteOptions): Promise<OwnSite> {
  const secret = randomBytes(32).toString('hex')

  const tokenFor = (name: string, nonce: string) => {
    const { wallet, ...claims }: Record<string, unknown> = accounts[name] ?? {}
    const iat = Math.floor(Date.now() / 1000)
    const times = { iat, exp: iat + 60 }
    return secretToken({ ...claims, wallet_address: wallet, aud: new URL(returnUrl).origin, nonce, ...times }, secret)
  }

  /** Account names by session cookie. */
  const sessions = new Map<string, string>()

  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
    // The URL of the sign-in page contains the nonce.
    c.header('Referrer-Policy', 'no-referrer')
  })
  app.get('/connect-login', (c) => {
    const [nonce, ...others] = c.req.queries('nonce') ?? []
    if (!nonce || others.length > 0) return c.text('Nothing to do here', 400)
    const name = sessions.get(getCookie(c, sessionCookie) ?? '')
    if (name === undefined) return c.html(signInPage())
    const address = new URL(returnUrl)
    address.searchParams.set('token', tokenFor(name, nonce))
    return c.redirect(address.href, 303)
  })
  app.post('/connect-login', async (c) => {
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

  // By default, the listener replaces the global Request and Response, which other servers in this process may use.
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer((request, response) => void listener(request, response))
  const { port, close } = await listen(server)
  return { loginUrl: `http://localhost:${port}/connect-login`, secret, close }
}

/** Makes the site's sign-in page. Its form posts to the page's own URL, so that the query keeps the nonce. */
const signInPage = (problem?: string) =>
  html`<!doctype html>
    <html lang="en">
      <link rel="icon" href="data:," />
      <title>Sign in – Example site</title>
      <h1>Sign in</h1>
      ${problem ? html`<p role="alert">${problem}</p>` : ''}
      <form method="post">
        <label>Name <input name="name" /></label>
        <label>Password <input name="password" type="password" /></label>
        <button>Sign in</button>
      </form>
    </html>`
