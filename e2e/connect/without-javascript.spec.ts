import type { Page } from 'playwright/test'
import { openConsole } from '../console/steps'
import { expect, test } from '../fixtures'
import { walletAddress } from '../harness/people'
import { addressField, alertOf, connectTitle, signInOnPage } from './page-steps'
import { browserWithLink, expectBackAtService, expectNothingHeld, signInAndArrive, typeAndConnect } from '../steps'
import { consoleT, t } from '../texts'
import { listButton } from '../wallet/steps'

/*
 * The whole flow in a real browser without JavaScript, and by HTTP what needs no browser. The tests of each page cover
 * its cases, because the forms and redirects are the same with scripts.
 */

test.use({ javaScriptEnabled: false })

test('a user goes from a link through the login, an invalid address, a refusal and the choice of a link to the service', async ({
  page,
  app,
  control,
}) => {
  const olderLink = await control.pressConnect()
  await page.goto(olderLink.link)
  await expect(page).toHaveURL(`${app.origin}/signin?callbackUrl=%2Fconnect%2Fconfirm`)
  await signInOnPage(page, 'Ada without scripts')
  await expectHeading(page, connectTitle)
  expect(await page.content()).not.toContain(olderLink.nonce)
  const left = t('confirm.minutesLeft', { minutes: 29 }).replace('29', '\\d+')
  await expect(page.getByText(new RegExp(`^${left}$`))).toBeVisible()
  // Without scripts, the user cannot choose a wallet or open the link on a phone, and types the address.
  await expect(listButton(page)).toHaveCount(0)
  await expect(page.getByText(t('wallet.phone.button')).first()).toBeHidden()
  await expect(page.getByText(t('wallet.get'))).toBeHidden()

  // An invisible character could have been copied along.
  await typeAndConnect(page, '\u200b0nonsense')
  await expect(alertOf(page)).toContainText(t('walletAddressProblem.wrong_characters'))
  await expect(addressField(page)).toHaveValue('0nonsense')
  await expect(addressField(page)).toBeFocused()
  await control.script('confirm', { status: 422, json: { error: 'Not on the curve', reason: 'invalid_address' } })
  await typeAndConnect(page)
  await expect(alertOf(page)).toContainText('Not on the curve')
  await expect(alertOf(page)).toBeFocused()
  // Only a script could copy the support code.
  await expect(alertOf(page)).toContainText(new RegExp(t('support.code')))
  await expect(page.getByRole('button', { name: t('support.copy') })).toBeHidden()

  await page.goto((await control.pressConnect('bob')).link)
  await expectHeading(page, t('whichLink.title'))
  await page
    .getByRole('button', { name: t('whichLink.choose') })
    .nth(1)
    .click()
  await expectHeading(page, connectTitle)
  await typeAndConnect(page, `${walletAddress}\u2069`)
  await expectBackAtService(page)
  expect(page.url()).toContain(olderLink.request_id)
  const [, call, ...others] = await control.received('confirm')
  expect(others).toEqual([])
  expect(JSON.parse(call?.body ?? '')).toEqual({
    request_id: olderLink.request_id,
    nonce: olderLink.nonce,
    wallet_address: walletAddress,
    // No personal data.
    subnet_user_id: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('Cancel and signing out set a link aside, and the same user can bring it back', async ({ app, control }) => {
  const bringBack = t('nothingToConnect.undo')
  const signInAs = (name: string) => browser.press(t('signIn.demo.button'), { name })
  // A separate user, because signing out ends the session that other tests share.
  const browser = await browserWithLink(app, control, 'Samira')
  await browser.press(t('confirm.cancel'))
  expect(browser.text).toContain(`${t('nothingToConnect.cancelled')} ${t('nothingToConnect.because.cancelled')}`)
  await expectNothingHeld(browser)
  await browser.press(bringBack)
  expect(browser.buttons).toContain(t('confirm.connect'))

  await browser.press(t('confirm.signOut'))
  expect(browser.url).toBe(`${app.origin}/signin`)
  await browser.goto('/connect/confirm')
  expect(browser.url).toMatch(/\/signin/)
  await signInAs('Bob')
  await expectNothingHeld(browser)
  expect(browser.buttons).not.toContain(bringBack)
  const { cookies } = browser.visitor
  for (const name of [...cookies.keys()].filter((name) => name.includes('session-token'))) cookies.delete(name)
  await browser.goto('/signin')
  await signInAs('Samira')
  await expectNothingHeld(browser)
  await browser.press(bringBack)
  expect(browser.buttons).toContain(t('confirm.connect'))
  expect(await control.received('confirm')).toEqual([])
})

test('an interrupted press does not break the next press', async ({ page, app, control }) => {
  await signInAndArrive(page, app, control)
  await control.script('confirm', { after: 'handle', waitsForRelease: true, status: 503 })
  await typeAndConnect(page)
  await expect.poll(() => control.received('confirm')).toHaveLength(1)
  // By keyboard, because a click would wait for the page after the first press.
  const second = page.waitForRequest((request) => request.method() === 'POST')
  await page.keyboard.press('Enter')
  await second
  await control.release()
  await expectBackAtService(page)
  await page.goto(`${app.origin}/connect/confirm`)
  await expectHeading(page, t('nothingToConnect.done'))
})

test('the console says that it needs JavaScript', async ({ page, app }) => {
  await openConsole(page, app)
  // Playwright finds no text within `noscript`.
  const sentence = page.locator('noscript p')
  await expect(sentence).toBeVisible()
  await expect(sentence).toHaveText(consoleT('layout.needsScripts'))
})

const expectHeading = (page: Page, text: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
