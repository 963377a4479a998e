import { expect, hiddenFields, logIn, pressConnect, sessionCookie, startLogin, test } from './site'
import { t } from '../texts'

/* Attacks on the login by strangers, by users with an account, and by other sites. */

const refusedLogin = /\/signin\?.*\berror=unfinished/

test('the console is open for an operator whose address is verified, and closed for an account that imitates it', async ({
  site,
}) => {
  for (const [login, path, status] of [
    ['olga', '/console', 200],
    ['unverified', '/connect/confirm', 404],
  ] as const) {
    const visitor = site.visitor()
    expect(new URL((await logIn(visitor, login)).url).pathname).toBe(path)
    expect((await visitor.send('/console/uploads')).status).toBe(status)
  }
})

test('a login asks the provider for a recent sign-in', async ({ site }) => {
  const { location } = await startLogin(site.visitor())
  expect(new URL(location).searchParams.get('max_age')).toBe('3600')
})

test('a login cannot finish in a user’s browser when a stranger has started it', async ({ site }) => {
  const stranger = site.visitor()
  const { location } = await startLogin(stranger)
  const provider = await stranger.follow(location)
  const form = { body: 'login=ada', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
  // Follow the provider's redirects, up to the redirect to the app.
  let answer = await stranger.send(provider.url, form)
  while (!answer.location.startsWith(site.app.origin)) {
    answer = await stranger.send(new URL(answer.location, provider.url).href)
  }
  const callback = answer.location

  const user = site.visitor()
  await startLogin(user)
  expect((await user.follow(callback)).url).toMatch(refusedLogin)
  // The login also cannot finish with the login's cookies under names that a neighbour can set.
  const tossed = site.visitor()
  for (const [name, value] of stranger.cookies) tossed.cookies.set(name.replace('__Host-', '__Secure-'), value)
  expect((await tossed.follow(callback)).url).toMatch(refusedLogin)
  // The browser that started the login can finish it.
  expect(new URL((await stranger.follow(callback)).url).pathname).toBe('/connect/confirm')
})

test.describe('a stranger’s page that opens a connect link', () => {
  const fromStranger = { headers: { 'Sec-Fetch-Site': 'cross-site', Referer: 'https://evil.example/' } }

  test('signs in a user who has a session at the provider, but confirms nothing until the user presses Connect', async ({
    site,
    control,
  }) => {
    const user = site.visitor()
    await logIn(user, 'ada')
    user.cookies.delete(sessionCookie)
    await control.clearReceived()
    const page = await user.follow((await control.pressConnect('bob')).link, fromStranger)
    expect(page.url).toBe(`${site.app.origin}/connect/confirm`)
    expect(user.cookies.has(sessionCookie)).toBe(true)
    expect(await control.received('confirm')).toEqual([])
    // The app refuses a post from the stranger's page.
    expect((await pressConnect(user, page, { headers: { Origin: 'https://evil.example' } })).status).toBe(403)
    expect(await control.received('confirm')).toEqual([])
    await pressConnect(user, page)
    expect(await control.received('confirm')).toHaveLength(1)
  })

  test('does not end a login that the user has started', async ({ site, control }) => {
    const user = site.visitor()
    const { location } = await startLogin(user)
    const before = user.cookies.get('__Host-next-auth.state')
    await user.send((await control.pressConnect('bob')).link, fromStranger)
    expect(user.cookies.get('__Host-next-auth.state')).toBe(before)
    const provider = await user.follow(location)
    const form = { body: 'login=ada', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
    expect((await user.follow(provider.url, form)).url).toBe(`${site.app.origin}/connect/confirm`)
    expect(user.cookies.has(sessionCookie)).toBe(true)
  })

  test('starts no login when the user has signed out', async ({ site, control }) => {
    const user = site.visitor()
    await logIn(user, 'ada')
    const page = await user.send('/signin')
    await user.send('/signin', { form: hiddenFields(page.body, { button: t('signIn.signedIn.signOut') }) })
    expect(user.cookies.get('__Host-connect-ask-to-sign-in')).toBe('1')
    const answer = await user.follow((await control.pressConnect('bob')).link, fromStranger)
    expect(new URL(answer.url).pathname).toBe('/signin')
    expect(user.cookies.has(sessionCookie)).toBe(false)
  })
})

test('a login returns to the page that needed it, and never to another site', async ({ site }) => {
  const { origin } = site.app
  for (const [callbackUrl, page] of [
    ['/console?page=2', '/console?page=2'],
    ['//evil.example', '/connect/confirm'],
  ] as const) {
    const visitor = site.visitor()
    await startLogin(visitor, { callbackUrl })
    const cookie = decodeURIComponent(visitor.cookies.get('__Host-next-auth.callback-url') ?? '')
    expect(cookie).toBe(origin + page)
  }
})

test('invented parameters in the URLs of the login break nothing and redirect to no other site', async ({ site }) => {
  const visitor = site.visitor()
  for (const path of [
    'error?error=%0d%0aSet-Cookie:%20a=b',
    'error?error=%F0%9F%98%80',
    'error?error=x&callbackUrl=https://evil.example',
    'signin?callbackUrl=x',
    'signin?callbackUrl=https://evil.example',
    'signin?error=//evil.example',
    'signout?callbackUrl=//evil.example',
    'callback/oidc?callbackUrl=x',
    'callback/oidc?error=%0d%0aSet-Cookie:%20a=b',
    'callback/oidc?code=a&code=b&state=%00',
    'callback/oidc?__proto__=1&constructor=2',
  ]) {
    const answer = await visitor.send(`/api/auth/${path}`)
    expect(answer.status, path).toBe(302)
    expect(new URL(answer.location, site.app.origin).origin, path).toBe(site.app.origin)
    expect(answer.setCookies.join(), path).not.toContain('a=b')
  }
})
