import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright'
import type { App } from '../e2e/harness/app'
import { brand, t } from '../e2e/texts'

/** The steps of a login, by their titles. A step throws if it fails. */
export type LoginSteps<Subject> = Readonly<Record<string, (subject: Subject) => Promise<void>>>

/** Prints a line for each step, with the app's log if it fails. @returns whether all steps succeeded. */
export async function runLoginSteps<Subject extends { app: App }>(
  steps: LoginSteps<Subject>,
  subject: Subject,
): Promise<boolean> {
  let isRight = true
  for (const [name, step] of Object.entries(steps)) {
    const startedAt = Date.now()
    const alreadyLogged = subject.app.output().length
    const problem = await step(subject).then(() => undefined, String)
    console.log(`  ${name.padEnd(66)}${problem ? 'no' : 'yes'}${String(Date.now() - startedAt).padStart(8)} ms`)
    if (problem === undefined) continue
    isRight = false
    console.log(`    ${problem.split('\n', 1)[0]}`)
    const logged = subject.app.output().slice(alreadyLogged).split('\n')
    for (const line of logged) if (line.includes('login failed')) console.log(`    ${line}`)
  }
  return isRight
}

/** An app, and a person in a new browser, who has no session at the provider. */
export interface Visit {
  app: App
  browser: Browser
  logIn: (page: Page) => Promise<void>
  /** The name that the app then shows. */
  name: string
}

export async function inBrowser({ app, browser }: Visit, visit: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: app.origin })
  context.setDefaultTimeout(10_000)
  try {
    await visit(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Presses the button of the sign-in page. */
export async function pressSignIn(page: Page): Promise<void> {
  await page.goto('/signin')
  await page.getByRole('button', { name: t('signIn.provider.button', { provider: brand.name }) }).click()
}

/** Enters the password at the provider, and waits for the app. */
export async function logInAndReturn({ app, logIn }: Visit, page: Page): Promise<void> {
  await logIn(page)
  await page.waitForURL((url) => url.origin === app.origin, { waitUntil: 'commit' })
  const problem = new URL(page.url()).searchParams.get('error')
  assert.equal(problem, null, `the sign-in ended with ${problem}`)
}

/** Signs in with a new browser, and opens the page that shows the name. */
export const signedIn = (site: Visit, visit: (page: Page) => Promise<void>): Promise<void> =>
  inBrowser(site, async (page) => {
    await pressSignIn(page)
    await logInAndReturn(site, page)
    await page.goto('/signin')
    await page.getByText(site.name).waitFor()
    // If userinfo fails, a sign-in continues with only the ID token.
    assert(!site.app.output().includes('userinfo is missing'), 'userinfo is missing')
    await visit(page)
  })
