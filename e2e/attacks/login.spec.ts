import { PlainBrowser } from '../harness/plain-browser'
import { logInAtProvider } from '../connect/page-steps'
import { callbackOf, expect, pressConnect, sessionCookie, startLogin, test } from './site'

/* Attacks on the login by strangers, by users with an account, and by other sites. */

const refusedLogin = /\/signin\?.*\berror=unfinished/

test('a login cannot finish in a user’s browser when a stranger has started it', async ({ site }) => {
  const stranger = site.visitor()
  const { location } = await startLogin(stranger)
  const callback = await callbackOf(stranger, location, site)

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
    await logInAtProvider(new PlainBrowser(user), '/signin', 'ada')
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
    expect(answer.status, path).toBe(path.startsWith('callback/') ? 302 : 404)
    expect(new URL(answer.location, site.app.origin).origin, path).toBe(site.app.origin)
    expect(answer.setCookies.join(), path).not.toContain('a=b')
  }
})
