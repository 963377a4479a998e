import type { Page } from 'playwright/test'
import { expect, test, waitForReact } from './fixtures'
import { operatorName } from './harness/people'
import { PlainBrowser } from './harness/plain-browser'
import type { ScriptedAnswerInput } from './stand-in/control/messages'
import { alertOf, signInAsOperator } from './steps'
import { consoleT } from './texts'

/* The overview's button that asks the service what the key is worth. */

const path = '/console'
const checkButton = (page: Page) => page.getByRole('button', { name: consoleT('keyCheck.button') })

const verdicts: [string, Omit<ScriptedAnswerInput, 'operation'>, string][] = [
  ['400', { status: 400, json: { error: 'Bad subnet' } }, consoleT('keyCheck.bad_request.title')],
  ['401', { status: 401, json: { error: 'Bad key' } }, consoleT('keyCheck.unauthenticated.title')],
  ['403', { status: 403, json: { error: 'Not yours' } }, consoleT('keyCheck.forbidden.title')],
  [
    '429',
    { status: 429, headers: { 'Retry-After': '9' }, json: { error: 'Slow down' } },
    consoleT('keyCheck.rate_limited.title'),
  ],
  ['503', { status: 503, text: 'down' }, consoleT('keyCheck.server_error.title')],
  ['another site', { status: 200, text: '<!doctype html><h1>Hello</h1>' }, consoleT('keyCheck.not_the_service.title')],
  [
    'a redirect',
    { status: 302, headers: { Location: 'https://elsewhere.example' } },
    consoleT('keyCheck.redirect.title'),
  ],
  ['a lost connection', { drop: 'reset' }, consoleT('keyCheck.unreachable.title')],
]

test('it finds a good key good, explains whatever else is answered, is not sent twice, and says where this app is not reached', async ({
  page,
  context,
  app,
  control,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await signInAsOperator(page, app)
  await page.goto(app.origin + path)
  await waitForReact(page)
  // Nothing of the page is on its way any more when it goes offline.
  await expect(page.getByRole('article').filter({ hasText: 'so far' })).toBeVisible()
  expect(await control.received('confirm')).toEqual([])

  await test.step('a good key, by a request that nobody made', async () => {
    await checkButton(page).click()
    const result = page.getByRole('status').filter({ hasText: consoleT('keyCheck.fine.title') })
    await expect(result).toContainText('Status: 404')
    await expect(result).toBeFocused()
    expect(await control.received('confirm')).toHaveLength(1)
    expect(await control.connections()).toEqual([])
  })

  for (const [what, answer, title] of verdicts) {
    await test.step(what, async () => {
      await control.clearReceived()
      await control.script('confirm', answer)
      await checkButton(page).click()
      const alert = alertOf(page).filter({ hasText: title })
      await expect(alert).toBeVisible()
      if (answer.status === 429) await expect(alert).toContainText(consoleT('keyCheck.retryAfter', { seconds: 9 }))
      expect(await control.received('confirm')).toHaveLength(1)
    })
  }

  await test.step('it says so while it waits, and is not sent twice', async () => {
    await control.clearReceived()
    await control.script('confirm', { waitsForRelease: true, status: 401, json: { error: 'x' } })
    await checkButton(page).click()
    await expect(page.getByText(consoleT('keyCheck.status'))).toBeVisible()
    await expect(page.getByRole('button', { name: consoleT('keyCheck.busy') })).toBeFocused()
    await page.keyboard.press('Enter')
    await control.release()
    await expect(alertOf(page).filter({ hasText: consoleT('keyCheck.unauthenticated.title') })).toBeFocused()
    expect(await control.received('confirm')).toHaveLength(1)
  })

  await test.step('it says that this app was not reached', async () => {
    await context.setOffline(true)
    await checkButton(page).click()
    await expect(alertOf(page).filter({ hasText: consoleT('keyCheck.offline.title') })).toBeVisible()
  })
})

test('it finds and explains the same without JavaScript', async ({ app, control }) => {
  const browser = await PlainBrowser.signedIn(app, operatorName)
  await browser.goto(path)
  expect(await control.received('confirm')).toEqual([])
  await browser.press(consoleT('keyCheck.button'))
  expect(browser.text).toContain(consoleT('keyCheck.fine.title'))
  expect(browser.text).toContain('Status: 404')
  expect(await control.received('confirm')).toHaveLength(1)
  expect(await control.connections()).toEqual([])

  for (const [what, answer, title] of verdicts) {
    await test.step(what, async () => {
      await control.clearReceived()
      await control.script('confirm', answer)
      await browser.press(consoleT('keyCheck.button'))
      expect(browser.text).toContain(title)
      if (answer.status === 429) expect(browser.text).toContain(consoleT('keyCheck.retryAfter', { seconds: 9 }))
      expect(await control.received('confirm')).toHaveLength(1)
    })
  }
})
