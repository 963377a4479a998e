import type { Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test } from './fixtures'
import { accounts } from './harness/people'
import type { StandInControl } from './stand-in/control/client'
import {
  alertOf,
  connectButton,
  expectConnected,
  expectHeld,
  expectNothingHeld,
  logInAtProvider,
  providerButton,
  signIn,
  signInOnPage,
} from './steps'

/** Follows a connect link to the sign-in page. */
async function arriveSignedOut(page: Page, app: App, control: StandInControl): Promise<void> {
  await control.set({ connectUrl: `${app.origin}/connect` })
  await page.goto((await control.pressConnect()).link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
}

/** As if the session had ended, here and at the provider. */
async function forgetAllButTheLink(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.context().addCookies(cookies.filter(({ name }) => name.includes('connect-hold-')))
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a connect link that arrives before the login ends connected', async ({ page, oidcApp, control, standIn }) => {
      await arriveSignedOut(page, oidcApp, control)
      await providerButton(page).click()
      await logInAtProvider(page)

      await expect(page).toHaveURL(`${oidcApp.origin}/connect/confirm`)
      await expect(page.getByText(accounts.ada.name)).toBeVisible()
      await connectButton(page).click()
      // The service's page completes the connection by a script of its own.
      if (javaScriptEnabled) await expectConnected(page)
      else await expect(page).toHaveURL(new RegExp(`^${standIn.origin}/.*#ac=`))
    })

    test('a link that arrived before the login belongs to whoever then signed in', async ({ page, app, control }) => {
      await arriveSignedOut(page, app, control)
      await signInOnPage(page, 'Ada')
      await expectHeld(page, app)
      await forgetAllButTheLink(page)
      await page.goto(`${app.origin}/signin`)
      await signInOnPage(page, 'Bob')
      await expectNothingHeld(page, app)
    })

    test('so it does when they signed in at a provider', async ({ page, oidcApp, control }) => {
      await arriveSignedOut(page, oidcApp, control)
      await providerButton(page).click()
      await logInAtProvider(page, 'ada')
      await expectHeld(page, oidcApp)
      await forgetAllButTheLink(page)
      await page.goto(`${oidcApp.origin}/signin`)
      await providerButton(page).click()
      await logInAtProvider(page, 'bob')
      await expectNothingHeld(page, oidcApp)
    })

    test('a cancelled login can be done again, and the link is still held', async ({ page, oidcApp, control }) => {
      await arriveSignedOut(page, oidcApp, control)
      await providerButton(page).click()
      await page.getByRole('button', { name: 'Cancel' }).click()

      await expect(alertOf(page)).toContainText('You are not signed in yet')
      await providerButton(page).click()
      await logInAtProvider(page)
      await expectHeld(page, oidcApp)
    })

    test('the demo login refuses what is not a name, and keeps it in the field', async ({ page, app }) => {
      const name = page.getByRole('textbox', { name: 'Name' })
      for (const refused of ['   ', 'x'.repeat(81)]) {
        await page.goto(`${app.origin}/signin`)
        await name.fill(refused)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await expect(alertOf(page)).toContainText('Enter a name')
        await expect(name).toHaveValue(refused)
      }
    })

    test('signing out sets the link aside', async ({ page, app, control }) => {
      await arriveSignedOut(page, app, control)
      await signInOnPage(page, 'Ada')
      await expectHeld(page, app)

      await page.goto(`${app.origin}/signin`)
      await expect(page.getByText('You are signed in as Ada.')).toBeVisible()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await signInOnPage(page, 'Ada')
      await expectNothingHeld(page, app)
    })
  })
}

test('a login leads back to the page that asked for it, and to no other site', async ({ page, app }) => {
  const leadsBackTo = (address: string) => `${app.origin}/signin?callbackUrl=${encodeURIComponent(address)}`
  await signIn(page, app, 'Ada')
  const goOn = page.getByRole('link', { name: 'Go on' })

  await page.goto(leadsBackTo('/console?page=2'))
  await expect(goOn).toHaveAttribute('href', '/console?page=2')
  for (const foreign of ['https://evil.example/', '//evil.example', '/\\evil.example', `${app.origin}//evil.example`]) {
    await page.goto(leadsBackTo(foreign))
    await expect(goOn).toHaveAttribute('href', '/connect/confirm')
  }
})

for (const check of ['state', 'nonce', 'pkce.code_verifier']) {
  test(`an answer of the provider to another login is refused: ${check}`, async ({ page, oidcApp }) => {
    const cookieOfThisLogin = async () => {
      await page.goto(`${oidcApp.origin}/signin`)
      await providerButton(page).click()
      await expect(page.getByRole('textbox', { name: 'Login' })).toBeVisible()
      return (await page.context().cookies(oidcApp.origin)).filter(({ name }) => name === `next-auth.${check}`)
    }
    const earlier = await cookieOfThisLogin()
    expect(earlier).toHaveLength(1)
    await cookieOfThisLogin()
    await page.context().addCookies(earlier)
    await logInAtProvider(page)

    await expect(alertOf(page)).toContainText('You are not signed in yet')
    await page.goto(`${oidcApp.origin}/connect/confirm`)
    await expect(page).toHaveURL(/\/signin/)
  })
}

test('the demo login is not there where it is not configured', async ({ page, oidcApp }) => {
  await page.goto(`${oidcApp.origin}/signin`)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(0)

  // Nor can its form be posted: another login's form, made to name it.
  await page.locator('form').evaluate((form) => {
    form.querySelector('[name=provider]')?.setAttribute('value', 'demo')
    form.insertAdjacentHTML('beforeend', '<input type="hidden" name="name" value="Eve">')
  })
  await providerButton(page).click()
  await expect(alertOf(page)).toContainText('Signing in did not work')
})

test('next-auth shows no page of its own, and its other paths are closed', async ({ request, app }) => {
  for (const path of ['signin', 'signout', 'error?error=AccessDenied']) {
    const answer = await request.get(`${app.origin}/api/auth/${path}`, { maxRedirects: 0 })
    expect(answer.status()).toBe(302)
    expect(answer.headers().location).toMatch(/^\/signin/)
  }
  for (const path of ['session', 'csrf', 'providers', 'verify-request', 'callback/demo']) {
    expect((await request.get(`${app.origin}/api/auth/${path}`)).status(), path).toBe(404)
  }
  for (const path of ['signin/demo', 'callback/demo', 'signout', 'session', '_log']) {
    expect((await request.post(`${app.origin}/api/auth/${path}`)).status(), path).toBe(405)
  }
})
