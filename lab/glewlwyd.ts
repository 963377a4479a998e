import assert from 'node:assert/strict'
import getPort from 'get-port'
import type { Browser, Page } from 'playwright'
import { z } from 'zod'
import { startApp, type App } from '../e2e/harness/app'
import { appVariables } from '../e2e/harness/app-variables'
import { launchBrowser } from '../e2e/harness/browser'
import { startStandIn } from '../e2e/stand-in/start'
import { t } from '../e2e/texts'
import { algorithms, register, scopes, staffScope } from './glewlwyd/registration'
import type { Account, KeyKind, Registration } from './glewlwyd/registration'
import { installGlewlwyd, startGlewlwyd } from './glewlwyd/server'
import { runLoginSteps, signedIn, type LoginSteps } from './login-steps'

/*
 * Checks the login at an independent provider. A user and a member of staff sign in on the pages of Debian's Glewlwyd
 * in a browser, with an RSA key and then with an EC key.
 */

interface Site extends Registration {
  app: App
  browser: Browser
  discovery: z.infer<typeof discoverySchema>
}

const discoverySchema = z.object({
  id_token_signing_alg_values_supported: z.array(z.string()),
  end_session_endpoint: z.string(),
})

const steps: LoginSteps<Site> = {
  'a user signs in, and the app shows their name': (site) => asUser(site, async () => {}),
  'the console is an unknown page to a user': (site) =>
    asUser(site, (page) => assertConsoleAnswers(page, '404 /console')),
  'the console is open to staff': (site) => asStaff(site, (page) => assertConsoleAnswers(page, '200 /console')),
  "a user signs out, and a link leads to Glewlwyd's sign-out": (site) =>
    asUser(site, async (page) => {
      await page.getByRole('button', { name: t('signIn.signedIn.signOut') }).click()
      await page.getByRole('link', { name: t('signIn.signedOut.link') }).click()
      await page.waitForURL((url) => url.href.startsWith(site.discovery.end_session_endpoint))
      await assertConsoleAnswers(page, '200 /signin')
    }),
}

async function assertConsoleAnswers(page: Page, expected: string): Promise<void> {
  const answer = await page.goto('/console')
  const came = answer && `${answer.status()} ${new URL(answer.url()).pathname}`
  assert.equal(came, expected, `the console answers ${came}`)
}

const as = ({ app, browser }: Site, account: Account, visit: (page: Page) => Promise<void>) =>
  signedIn({ app, browser, name: account.name, logIn: (page) => logInAtGlewlwyd(page, account) }, visit)
const asUser = (site: Site, visit: (page: Page) => Promise<void>) => as(site, site.user, visit)
const asStaff = (site: Site, visit: (page: Page) => Promise<void>) => as(site, site.staff, visit)

installGlewlwyd()
const browser = await launchBrowser()
try {
  for (const keyKind of ['RSA', 'EC'] as const) if (!(await goThrough(keyKind, browser))) process.exitCode = 1
} finally {
  await browser.close()
}

/** Prints a line for each step. @returns whether all steps succeeded. */
async function goThrough(keyKind: KeyKind, browser: Browser): Promise<boolean> {
  const port = await getPort()
  const origin = `http://localhost:${port}`
  const standIn = await startStandIn({ connectUrl: `${origin}/connect` })
  const glewlwyd = await startGlewlwyd()
  let app: App | undefined
  try {
    const registration = await register(glewlwyd, keyKind, `${origin}/api/auth/callback/oidc`)
    const answer = await fetch(`${registration.issuer}/.well-known/openid-configuration`)
    const discovery = discoverySchema.parse(await answer.json())
    const listed = discovery.id_token_signing_alg_values_supported
    console.log(`\n${keyKind} key, for which Glewlwyd lists ${listed.join(', ')}`)
    assert.equal(listed[0], algorithms[keyKind])
    app = await startApp({
      port,
      variables: {
        ...appVariables({ standIn, port }),
        DEMO_LOGIN: '',
        CONSOLE_USERS: '',
        OIDC_ISSUER: registration.issuer,
        OIDC_CLIENT_ID: registration.clientId,
        OIDC_CLIENT_SECRET: registration.clientSecret,
        OIDC_SCOPE: scopes.join(' '),
        OIDC_ROLES_CLAIM: 'scope',
        OIDC_OPERATOR_ROLE: staffScope,
      },
    })
    return await runLoginSteps(steps, { ...registration, app, browser, discovery })
  } finally {
    await Promise.all([app?.close(), glewlwyd.close(), standIn.close()])
  }
}

/** Enters the password at Glewlwyd, grants the scopes, and presses the button. */
async function logInAtGlewlwyd(page: Page, { username, password }: Account): Promise<void> {
  await page.getByLabel('Login').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'OK' }).click()
  const goOn = page.getByRole('button', { name: 'Continue' })
  await goOn.waitFor()
  const grant = page.getByRole('button', { name: 'Grant access' })
  if (await grant.isVisible()) {
    for (const box of await page.getByRole('checkbox', { disabled: false }).all()) await box.check()
    const granted = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await grant.click()
    await granted
  }
  await goOn.click()
}
