import { expect, hiddenFields, openLink, sealedSession, sessionCookie, startLogin, test } from './site'
import { t } from '../texts'

/*
 * Cookies of the login that an attacker has made. A neighbour is another host under the same parent domain, and can set
 * cookies of this domain in a user's browser. An attacker can also send any cookie from their own browser.
 */

const cookieNames = ['session-token', 'session-token.0', 'callback-url', 'pkce.code_verifier', 'state', 'nonce']

const pagePaths = ['/', '/signin', '/connect/confirm', '/console', '/api/auth/signin']
const loginPath = '/api/auth/callback/oidc?code=1&state=1'

const contents: Record<string, string> = {
  'no URL': 'x',
  'no host': 'https://',
  'another origin': 'https%3A%2F%2Fevil.example%2F',
  'a script': 'javascript%3Aalert(1)',
  'a broken escape': '%zz%',
  'something like a token': 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c',
  'an unsealed token': 'eyJhbGciOiJub25lIn0.eyJpZGVudGl0eSI6e319.',
  'a made-up hash': 'token%7Chash',
  'a very long text': 'x'.repeat(6000),
}

test.describe('a cookie of the login', () => {
  for (const [what, content] of Object.entries(contents)) {
    test(`with ${what} in it breaks no page and no login`, async ({ site }) => {
      // The test sends short cookies also together. It sends long cookies only one by one, because a proxy refuses
      // several.
      const names =
        content.length > 1000 ? cookieNames.map((name) => [name]) : [...cookieNames.map((name) => [name]), cookieNames]
      const form = hiddenFields((await site.visitor().send('/signin')).body, 'form:has([value="oidc"])')
      for (const some of names) {
        const visitor = site.visitor()
        const spoil = () => some.forEach((name) => visitor.cookies.set(`__Host-next-auth.${name}`, content))
        // Pages read only the session cookie, so the test sends the other short cookies to pages only together.
        const isForPages = some.length > 1 || content.length > 1000 || some.join().startsWith('session-token')
        for (const path of [...(isForPages ? pagePaths : []), loginPath]) {
          spoil()
          const answer = await visitor.send(path)
          expect(answer.status, `${some.join()} at ${path}`).toBeLessThan(500)
          if (answer.location) expect(new URL(answer.location, site.app.origin).origin).toBe(site.app.origin)
        }
        spoil()
        const start = await visitor.send('/signin', { form })
        expect(start.status).toBe(303)
        expect(start.location).toContain(site.variables['OIDC_ISSUER'])
        // The app deletes or replaces the bad cookies.
        for (const name of ['callback-url', 'state', 'nonce', 'pkce.code_verifier']) {
          expect(visitor.cookies.get(`__Host-next-auth.${name}`), name).not.toBe(content)
        }
      }
    })
  }

  test('disappears when it is an invalid session, and stays when it is a valid one', async ({ site }) => {
    const bad = site.visitor()
    bad.cookies.set(sessionCookie, 'x')
    bad.cookies.set(`${sessionCookie}.0`, 'x')
    const { setCookies } = await bad.send('/')
    expect(setCookies).toEqual([expect.stringMatching(/^__Host-next-auth\.session-token=; .*Max-Age=0; .*Secure/i)])

    const good = await site.signedIn('ada')
    expect((await good.send('/')).setCookies).toEqual([])
  })

  test('signs no user in when it is swapped with another cookie', async ({ site, control }) => {
    const visitor = await site.signedIn('ada')
    await openLink(visitor, control)
    await startLogin(site.visitor())
    const values = [...visitor.cookies.values()].toReversed()
    const swapped = site.visitor()
    ;[...visitor.cookies.keys()].forEach((name, index) => swapped.cookies.set(name, values[index] ?? ''))
    expect(swapped.cookies.size).toBeGreaterThan(1)
    expect((await swapped.send('/connect/confirm')).status).toBe(307)
  })
})

test.describe('a neighbour', () => {
  test.use({ ignoreHTTPSErrors: true })

  test('cannot set a cookie of the login in a user’s browser, but can set cookies with other names', async ({
    context,
    site,
  }) => {
    const { app, neighbourOrigin, variables } = site
    const page = await context.newPage()
    const eve = await sealedSession(variables, 'olga')
    await page.route(`${neighbourOrigin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto(neighbourOrigin)
    await page.evaluate(
      ({ names, session }) => {
        for (const prefix of ['__Host-', '__Secure-', '']) {
          for (const name of names) {
            const value = name === 'session-token' ? session : 'x'
            document.cookie = `${prefix}next-auth.${name}=${value}; Domain=site.localhost; Path=/; Secure`
          }
        }
      },
      { names: cookieNames, session: eve },
    )
    const names = async () => (await context.cookies(app.origin)).map(({ name }) => name)
    // The browser may store cookies only after the script that sets them.
    const set = ['__Secure-next-auth.session-token', 'next-auth.callback-url']
    await expect.poll(names).toEqual(expect.arrayContaining(set))
    expect((await names()).filter((name) => name.startsWith('__Host-'))).toEqual([])

    // These cookies sign no user in, and break no page.
    expect((await page.goto(`${app.origin}/connect/confirm`))?.status()).toBe(200)
    expect(new URL(page.url()).pathname).toBe('/signin')

    // The session of the user still works.
    const userSession = {
      name: sessionCookie,
      value: await sealedSession(variables, 'ada'),
      url: app.origin,
      secure: true,
    }
    await context.addCookies([userSession])
    await page.goto(`${app.origin}/signin`)
    await expect(page.getByText(t('signIn.signedIn.text', { name: 'Ada' }))).toBeVisible()
  })
})
