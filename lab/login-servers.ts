import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import getPort from 'get-port'
import type { Page } from 'playwright'
import { isHydrated, launchBrowser } from '../e2e/harness/browser'
import { walletAddress } from '../e2e/harness/people'
import type { StandInControl } from '../e2e/stand-in/control/client'
import { t } from '../e2e/texts'
import { parseConfig, unknownVariables } from '../lib/config'
import { examine } from '../scripts/doctor/checks'
import { Deployment } from '../scripts/doctor/deployment'
import type { LoginServer } from './login-servers/server'
import { installServers, servers, versionOf } from './login-servers/servers'
import { inBrowser, logInAndReturn, pressSignIn, runLoginSteps, signedIn } from './login-steps'
import type { LoginSteps, Visit } from './login-steps'
import { closeAll, started, startDeployment } from './programs'

/*
 * Checks the login at LemonLDAP::NG, django-oauth-toolkit, better-auth, Authlib and Glewlwyd. A user signs in, connects a wallet
 * and signs out in a browser. The doctor checks the right environment, a wrong client secret, and a redirect URL that
 * is not registered. `--server` runs only those whose
 * name begins with its text.
 */

interface Site extends Visit {
  server: LoginServer
  control: StandInControl
  variables: Record<string, string>
}

const steps: LoginSteps<Site> = {
  'a user signs in, and the app shows their name': (site) => signedIn(site, async () => {}),
  'a user arrives with a link, signs in, and connects': (site) =>
    inBrowser(site, async (page) => {
      await page.goto((await site.control.pressConnect()).link)
      await logInAndReturn(site, page)
      await page.waitForURL(/\/connect\/confirm/)
      await page.waitForFunction(isHydrated, 'main form')
      await page.getByRole('textbox', { name: t('confirm.walletLabel') }).fill(walletAddress)
      await page.getByRole('button', { name: t('confirm.connect'), exact: true }).click({ noWaitAfter: true })
      await page.waitForURL(/\/connect\/callback\?request_id=/)
    }),
  'the console is open to people with the role alone': (site) =>
    signedIn(site, async (page) => {
      const answer = await page.goto('/console')
      assert.equal(answer?.status(), site.server.opensConsole ? 200 : 404)
    }),
  'a user signs out, with or without a link to the sign-out there': (site) =>
    signedIn(site, async (page) => {
      await signOut(page)
      const link = page.getByRole('link', { name: t('signIn.signedOut.link') })
      const address = (await link.isVisible()) ? await link.getAttribute('href') : null
      const answer = address === null ? null : await page.goto(address)
      assert.equal(answer?.status(), site.server.signOutStatus, `the link answers ${answer?.status()}`)
    }),
  'the next sign-in asks for the password, or does not': (site) =>
    signedIn(site, async (page) => {
      const { asksAgain, renewButton } = site.server
      if (asksAgain === undefined) return
      const renew = page.locator(renewButton ?? '#none')
      const isReturned = ({ origin, pathname }: URL) => origin === site.app.origin && pathname !== '/signin'
      // LemonLDAP::NG does not ask a person who has signed in within the last five seconds.
      for (let presses = 1; presses <= 10; presses += 1) {
        await signOut(page)
        await pressSignIn(page)
        const asked = renew.or(page.locator('[type=password]')).waitFor()
        const isAsked = await Promise.race([asked.then(() => true), page.waitForURL(isReturned).then(() => false)])
        if (isAsked) {
          if (renewButton !== undefined) await renew.click()
          await logInAndReturn(site, page)
        }
        if (isAsked === asksAgain) return
        await page.goto('/signin')
      }
      assert.fail(asksAgain ? 'it does not ask' : 'it asks')
    }),
  'the doctor judges the right environment': (site) => assertFindings(site, 'right'),
  'the doctor judges a wrong client secret': (site) =>
    assertFindings(site, 'secret', { OIDC_CLIENT_SECRET: 'a-wrong-secret' }),
  'the doctor judges a redirect URL that is not registered': (site) =>
    assertFindings(site, 'redirect', { NEXTAUTH_URL: site.app.origin.replace('localhost', '127.0.0.1') }),
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('signIn.signedIn.signOut') }).click()
  await page.getByText(t('signIn.signedOut.title')).waitFor()
}

/** The doctor's findings about the login. */
const judged = ['provider', 'client-secret', 'sign-in-request', 'id-tokens', 'login-age', 'sign-out', 'login']

async function assertFindings(
  { app, server, variables }: Site,
  environment: keyof LoginServer['doctor'],
  change: Record<string, string> = {},
): Promise<void> {
  const given = { ...variables, ...change }
  const findings = await examine({
    environment: { parsed: parseConfig(given), unread: unknownVariables(given) },
    deployment: new Deployment(new URL(app.origin)),
    copy: { version: '0.1.0', changelog: '## 0.1.0' },
  })
  const others = findings.filter(({ id, state }) => judged.includes(id) && state !== 'holds')
  for (const { id, state, what } of others) console.log(`    ${state.padEnd(8)} ${id}: ${what}`)
  assert.deepEqual(Object.fromEntries(others.map(({ id, state }) => [id, state])), server.doctor[environment])
}

const { server: only = '' } = parseArgs({ options: { server: { type: 'string' } } }).values
const wanted = Object.entries(servers).filter(([name]) => name.startsWith(only))
installServers(wanted.map(([, server]) => server))
for (const [name, server] of wanted) {
  console.log(`\n${name} ${versionOf(server)}`)
  if (!(await goThrough(server))) process.exitCode = 1
  await closeAll()
}

async function goThrough(server: LoginServer): Promise<boolean> {
  const port = await getPort()
  const running = await started(server.start(`http://localhost:${port}/api/auth/callback/oidc`))
  const login = {
    DEMO_LOGIN: '',
    CONSOLE_USERS: '',
    OIDC_ISSUER: running.issuer,
    OIDC_CLIENT_ID: running.clientId,
    OIDC_CLIENT_SECRET: running.clientSecret,
    ...server.variables,
  }
  const { app, control, variables } = await startDeployment({ ports: [port], variables: login })
  const browser = await started(launchBrowser())
  const logIn = (page: Page) => server.logIn(page, running.password)
  return runLoginSteps(steps, { app, browser, name: server.name, logIn, server, control, variables })
}
