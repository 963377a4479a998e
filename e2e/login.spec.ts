import type { App } from './harness/app'
import { expect, test, waitForReact } from './fixtures'
import { textOf } from './harness/html'
import { accounts } from './harness/people'
import { PlainBrowser } from './harness/plain-browser'
import { signInAtApp } from './harness/sign-in'
import { Visitor } from './harness/visitor'
import { startScriptedProvider } from './idp/scripted'
import { alertOf, connectButton, expectConnected, logInAtProvider, providerButton } from './page-steps'
import { loggedInAtProvider, plainBrowserAt, providerButtonText } from './plain-steps'
import { expectHeld, expectNothingHeld } from './steps'
import type { StandInControl } from './stand-in/control/client'
import { brand, t } from './texts'

// One worker runs these tests, so that it starts the provider and the app once.
test.describe.configure({ mode: 'default' })

/** Follows a connect link to the sign-in page, without a real browser. */
async function arriveSignedOut(app: App, control: StandInControl): Promise<PlainBrowser> {
  await control.set({ connectUrl: `${app.origin}/connect` })
  const browser = new PlainBrowser(new Visitor(app.origin))
  await browser.goto((await control.pressConnect()).link)
  expect(browser.heading).toBe(t('signIn.title'))
  return browser
}

/** Follows a connect link to the provider's page, without a real browser. */
async function arriveAtProvider(app: App, control: StandInControl) {
  await control.set({ connectUrl: `${app.origin}/connect` })
  const { link } = await control.pressConnect()
  const browser = new PlainBrowser(new Visitor(app.origin))
  await browser.goto(link)
  expect(browser.textFields).toEqual(['login'])
  return { browser, link }
}

/** Returns a browser that holds the same link, without a session here or at the provider. */
function withOnlyTheLink({ visitor }: PlainBrowser): PlainBrowser {
  const visitorWithLink = new Visitor(visitor.origin)
  for (const [name, value] of visitor.cookies) {
    if (name.includes('connect-hold-')) visitorWithLink.cookies.set(name, value)
  }
  expect(visitorWithLink.cookies.size).toBe(1)
  return new PlainBrowser(visitorWithLink)
}

test('a user whose link arrives before the login can connect after it', async ({ page, oidcApp, control }) => {
  await control.set({ connectUrl: `${oidcApp.origin}/connect` })
  await page.goto((await control.pressConnect()).link)
  // The app skips the sign-in page, because it would only ask for one press.
  await logInAtProvider(page)

  await expect(page).toHaveURL(`${oidcApp.origin}/connect/confirm`)
  await expect(page.getByText(accounts.ada.name)).toBeVisible()
  await connectButton(page).click()
  await expectConnected(page)
})

test('Back at the provider returns to the service, and the link then opens the sign-in page', async ({
  page,
  oidcApp,
  control,
  standIn,
}) => {
  await control.set({ connectUrl: `${oidcApp.origin}/connect` })
  await page.goto(standIn.profileUrl)
  const { link } = await control.pressConnect()
  await page.goto(link)
  await expect(page.getByRole('textbox', { name: 'Login' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(standIn.profileUrl)

  // The user may not want to log in at the provider, so the app now asks first.
  await page.goto(link)
  await expect(page.getByText(t('signIn.connectText', { provider: brand.name }))).toBeVisible()
  await expect(alertOf(page)).toHaveCount(0)
  await providerButton(page).click()
  await logInAtProvider(page)
  await expect(connectButton(page)).toBeVisible()
})

test.describe('an arrival', () => {
  test('opens the connect page and starts no login when the user is signed in', async ({ oidcApp, control }) => {
    const { visitor } = await loggedInAtProvider(oidcApp, '/signin', 'bob')
    await control.set({ connectUrl: `${oidcApp.origin}/connect` })
    const { location, setCookies } = await visitor.send((await control.pressConnect()).link)
    expect(location).toBe('/connect/confirm')
    expect(setCookies.join()).not.toContain('next-auth')
  })

  test('opens the connect page and starts no login when the browser has no room for the link', async ({
    oidcApp,
    control,
  }) => {
    await control.set({ connectUrl: `${oidcApp.origin}/connect` })
    const visitor = new Visitor(oidcApp.origin)
    const origins: string[] = []
    for (let links = 0; links < 5; links += 1) {
      // An arrival begins no login while the browser has this cookie of another login.
      visitor.cookies.delete('next-auth.state')
      const { location } = await visitor.send((await control.pressConnect()).link)
      origins.push(new URL(location, oidcApp.origin).origin)
    }
    expect(origins.map((origin) => origin === oidcApp.origin)).toEqual([false, false, false, false, true])
  })

  for (const [what, options, status] of [
    ['a HEAD request', { method: 'HEAD' }, 303],
    ['a prefetch', { headers: { 'Sec-Purpose': 'prefetch' } }, 503],
    ['an image', { headers: { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' } }, 403],
    ['a frame', { headers: { 'Sec-Fetch-Dest': 'iframe' } }, 403],
  ] as const) {
    test(`starts a login when a user follows the link, but not when it is ${what}`, async ({ oidcApp, control }) => {
      await control.set({ connectUrl: `${oidcApp.origin}/connect` })
      const { link } = await control.pressConnect()
      const visitor = new Visitor(oidcApp.origin)
      const answer = await visitor.send(link, options)
      expect([answer.status, answer.setCookies]).toEqual([status, []])
      expect(new URL(answer.location, oidcApp.origin).origin).toBe(oidcApp.origin)
      const browser = new PlainBrowser(visitor)
      await browser.goto(link)
      expect(browser.textFields).toEqual(['login'])
    })
  }

  test('opens the sign-in page after a sign-out, and the provider again after the next login', async ({
    oidcApp,
    control,
  }) => {
    const browser = await loggedInAtProvider(oidcApp, '/signin', 'bob')
    await browser.goto('/signin')
    await browser.press(t('signIn.signedIn.signOut'))
    await control.set({ connectUrl: `${oidcApp.origin}/connect` })
    await browser.goto((await control.pressConnect()).link)
    expect(browser.heading).toBe(t('signIn.title'))
    // The provider still has a session, so it asks for nothing.
    await browser.press(providerButtonText)
    await expectHeld(browser)

    // The session has ended.
    browser.visitor.cookies.delete('next-auth.session-token')
    await browser.goto((await control.pressConnect()).link)
    expect(browser.url).toBe(`${oidcApp.origin}/connect/confirm`)
  })

  test('opens the sign-in page while another tab is at the provider, and both tabs can finish', async ({
    oidcApp,
    control,
  }) => {
    const { browser: first, link } = await arriveAtProvider(oidcApp, control)
    const second = new PlainBrowser(first.visitor)
    await second.goto(link)
    expect(second.heading).toBe(t('signIn.title'))
    expect(second.alert).toBe('')
    await first.press('Continue', { login: 'bob' })
    for (const tab of [first, second]) await expectHeld(tab)
  })

  test('opens the sign-in page with one report when the provider refuses at once', async ({
    startVariant,
    control,
  }) => {
    const provider = await startScriptedProvider({ answers: { authorization: { error: 'login_required' } } })
    const { issuer, clientId, clientSecret } = provider
    const oidc = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
    const app = await startVariant({ ...oidc, DEMO_LOGIN: '' })
    await control.set({ connectUrl: `${app.origin}/connect` })
    const browser = new PlainBrowser(new Visitor(app.origin))
    for (const alert of [t('signIn.problem.unfinished.title'), '']) {
      await browser.goto((await control.pressConnect()).link)
      expect(browser.heading).toBe(t('signIn.title'))
      expect(browser.alert.slice(0, alert.length || undefined)).toBe(alert)
      expect(browser.buttons).toEqual([providerButtonText])
    }
    expect(provider.asked.get('/authorize')).toBe(1)
    await provider.close()
  })

  test('opens the sign-in page with an alert and keeps the link when the provider is down', async ({
    startVariant,
    control,
  }) => {
    const oidc = { OIDC_ISSUER: 'http://localhost:9', OIDC_CLIENT_ID: 'app', OIDC_CLIENT_SECRET: 'secret' }
    const app = await startVariant({ ...oidc, DEMO_LOGIN: '' })
    await control.set({ connectUrl: `${app.origin}/connect` })
    const browser = new PlainBrowser(new Visitor(app.origin))
    await browser.goto((await control.pressConnect()).link)
    expect(browser.alert).toContain(t('signIn.problem.unreachable.title'))
    expect(browser.valueOf('callbackUrl')).toBe('/connect/confirm')
    expect([...browser.visitor.cookies.keys()]).toEqual([expect.stringContaining('connect-hold-')])
  })

  test('opens the sign-in page when SIGN_IN_PAGE is always', async ({ startVariant, control }) => {
    const provider = await startScriptedProvider()
    const { issuer, clientId, clientSecret } = provider
    const oidc = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
    const app = await startVariant({ ...oidc, DEMO_LOGIN: '', SIGN_IN_PAGE: 'always' })
    await control.set({ connectUrl: `${app.origin}/connect` })
    const browser = new PlainBrowser(new Visitor(app.origin))
    await browser.goto((await control.pressConnect()).link)
    expect(browser.text).toContain(t('signIn.connectText', { provider: brand.name }))
    await browser.press(providerButtonText)
    await expectHeld(browser)
    await provider.close()
  })
})

test.describe('a login', () => {
  test('a link that arrived before the login belongs to the first user who signs in', async ({ app, control }) => {
    const browser = await arriveSignedOut(app, control)
    await browser.press(t('signIn.demo.button'), { name: 'Ada' })
    await expectHeld(browser)
    const later = withOnlyTheLink(browser)
    await later.goto('/signin')
    await later.press(t('signIn.demo.button'), { name: 'Bob' })
    await expectNothingHeld(later)
  })

  test('a link that arrived before the login at a provider belongs to the first user who signs in', async ({
    oidcApp,
    control,
  }) => {
    const { browser } = await arriveAtProvider(oidcApp, control)
    await browser.press('Continue', { login: 'ada' })
    await expectHeld(browser)
    const later = withOnlyTheLink(browser)
    await later.goto('/signin')
    await later.press(providerButtonText)
    await later.press('Continue', { login: 'bob' })
    await expectNothingHeld(later)
  })

  test('a cancelled login can be repeated and keeps the link', async ({ oidcApp, control }) => {
    const { browser, link } = await arriveAtProvider(oidcApp, control)
    await browser.press('Cancel')
    expect(browser.alert).toContain(t('signIn.problem.unfinished.title'))
    // The link opens the sign-in page, because the user has just cancelled at the provider.
    await browser.goto(link)
    expect(browser.heading).toBe(t('signIn.title'))
    await browser.press(providerButtonText)
    await browser.press('Continue', { login: 'ada' })
    await expectHeld(browser)
  })

  test('signing out offers the sign-out of the provider', async ({ oidcApp }) => {
    const browser = await loggedInAtProvider(oidcApp, '/signin', 'bob')
    await browser.goto('/signin')
    await browser.press(t('signIn.signedIn.signOut'))
    expect(browser.text).toContain(t('signIn.signedOut.title'))
    const links = browser.page.querySelectorAll('a')
    const href = links.find((link) => textOf(link) === t('signIn.signedOut.link'))?.getAttribute('href') ?? ''
    expect(new URL(href).searchParams.get('client_id')).toBe('subnet-connect')
    await browser.goto(href)
    expect(browser.status).toBe(200)
    // The page shows the offer only right after the sign-out.
    await browser.goto(`${oidcApp.origin}/signin`)
    expect(browser.text).not.toContain(t('signIn.signedOut.title'))
  })

  test('the demo login refuses an invalid name and keeps it in the field', async ({ app }) => {
    const browser = new PlainBrowser(new Visitor(app.origin))
    for (const refused of ['   ', 'x'.repeat(81)]) {
      await browser.goto('/signin')
      await browser.press(t('signIn.demo.button'), { name: refused })
      expect(browser.alert).toContain(t('signIn.problem.name'))
      expect(browser.valueOf('name')).toBe(refused)
    }
  })

  test('the demo login refuses a name that has signed in 30 times in half an hour, and no other name', async ({
    app,
  }) => {
    const name = 'Ada who signs in again and again'
    for (let time = 0; time < 30; time += 1) await signInAtApp(app, name)
    const browser = new PlainBrowser(new Visitor(app.origin))
    await browser.goto('/signin?callbackUrl=/console')
    await browser.press(t('signIn.demo.button'), { name })
    expect(browser.alert).toContain(t('signIn.problem.too_often.title'))
    expect(browser.url).toContain(`callbackUrl=${encodeURIComponent('/console')}`)
    await browser.press(t('signIn.demo.button'), { name: 'Ada who signs in once' })
    expect(browser.url).toBe(`${app.origin}/console`)
  })

  test('signing out sets the held link aside', async ({ app, control }) => {
    const browser = await arriveSignedOut(app, control)
    // A separate user, because signing out ends the session that other tests share.
    await browser.press(t('signIn.demo.button'), { name: 'Ada who signs out' })
    await expectHeld(browser)
    await browser.goto('/signin')
    expect(browser.text).toContain(t('signIn.signedIn.text', { name: 'Ada who signs out' }))
    await browser.press(t('confirm.signOut'))
    await browser.press(t('signIn.demo.button'), { name: 'Ada who signs out' })
    await expectNothingHeld(browser)
  })
})

test('the sign-in page links a signed-in user to the page that needed a login, and never to another site', async ({
  app,
}) => {
  const browser = await plainBrowserAt(app, 'Ada')
  const leadsTo = async (address: string) => {
    await browser.goto(`/signin?callbackUrl=${encodeURIComponent(address)}`)
    const links = browser.page.querySelectorAll('a')
    return links.find((link) => textOf(link) === t('signIn.signedIn.continue'))?.getAttribute('href')
  }
  expect(await leadsTo('/console?page=2')).toBe('/console?page=2')
  for (const foreign of ['https://evil.example/', '//evil.example', '/\\evil.example', `${app.origin}//evil.example`]) {
    expect(await leadsTo(foreign), foreign).toBe('/connect/confirm')
  }
})

for (const check of ['state', 'nonce', 'pkce.code_verifier']) {
  test(`the app refuses an answer of the provider to another login: ${check}`, async ({ oidcApp }) => {
    const browser = new PlainBrowser(new Visitor(oidcApp.origin))
    const cookieOfThisLogin = async () => {
      await browser.goto('/signin')
      await browser.press(providerButtonText)
      expect(browser.textFields).toEqual(['login'])
      return browser.visitor.cookies.get(`next-auth.${check}`)
    }
    const earlier = await cookieOfThisLogin()
    expect(earlier).toBeTruthy()
    expect(await cookieOfThisLogin()).not.toBe(earlier)
    browser.visitor.cookies.set(`next-auth.${check}`, earlier ?? '')
    await browser.press('Continue', { login: 'ada' })
    expect(browser.alert).toContain(t('signIn.problem.unfinished.title'))
    await browser.goto('/connect/confirm')
    expect(browser.url).toContain('/signin')
  })
}

test('the button at a failed sign-in copies the support code and confirms it', async ({ page, context, app }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
  await page.goto(`${app.origin}/signin?error=OAuthCallback&code=0ACCESS0XY`)
  const button = page.getByRole('button', { name: t('support.copy') })
  // The script of the button loads later than the script of the form.
  await waitForReact(page, 'main [role="alert"] button')
  await button.click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('0ACCESS0XY')
  await expect(page.locator('#announcer')).toHaveText(t('support.copied'))
  await expect(button).toHaveAttribute('title', t('support.copied'))
})

test('the demo login is missing when it is not configured', async ({ oidcApp }) => {
  const browser = new PlainBrowser(new Visitor(oidcApp.origin))
  await browser.goto('/signin')
  expect(browser.textFields).toEqual([])

  // The app also refuses a form of another login that names the demo login.
  await browser.press(providerButtonText, { provider: 'demo', name: 'Eve' })
  expect(browser.alert).toContain(t('signIn.problem.failed.title'))
})

test('next-auth shows none of its pages, and its unused paths answer 404 or 405', async ({ app }) => {
  const visitor = new Visitor(app.origin)
  for (const path of ['signin', 'signout', 'error?error=AccessDenied']) {
    const { status, location } = await visitor.send(`/api/auth/${path}`)
    expect(status).toBe(302)
    expect(location).toMatch(/^\/signin/)
  }
  for (const path of ['session', 'csrf', 'providers', 'verify-request', 'callback/demo']) {
    expect((await visitor.send(`/api/auth/${path}`)).status, path).toBe(404)
  }
  for (const path of ['signin/demo', 'callback/demo', 'signout', 'session', '_log']) {
    expect((await visitor.send(`/api/auth/${path}`, { method: 'POST' })).status, path).toBe(405)
  }
})
