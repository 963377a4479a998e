import type { Locator, Page } from 'playwright/test'
import { t } from '../texts'
import { expect, test } from '../fixtures'
import { textOf } from '../harness/html'
import { walletAddress } from '../harness/people'
import {
  addressField,
  alertOf,
  connectButton,
  enterAddressButton,
  loseLinks,
  otherWays,
  showAddressField,
} from './page-steps'
import { arrive, browserWithLink, signIn, typeAndConnect } from '../steps'
import { installWallet } from '../wallet/install'
import { iPhone, signButton, unsignedButton, walletButton } from '../wallet/steps'

const wordsOf = async (page: Page) => (await page.getByRole('main').innerText()).split(/\s+/).length

test('the page names the signed-in user and the data to send, and warns against the link of another person', async ({
  app,
  control,
  standIn,
}) => {
  const browser = await browserWithLink(app, control, 'Ada Lovelace')
  expect(textOf(browser.page.querySelector('header'))).toContain(`${t('confirm.signedInAs')} Ada Lovelace`)
  expect(browser.textFields).toEqual(['wallet_address'])
  expect(browser.text).toContain(t('confirm.told'))
  expect(browser.text).toContain(t('confirm.returnTo', { host: new URL(standIn.profileUrl).host }))
  expect(browser.text).toContain(t('confirm.ownLink'))
  expect(browser.text).toContain(t('confirm.othersLink'))
  expect(browser.buttons).toEqual([t('confirm.signOut'), t('confirm.connect'), t('confirm.cancel')])
})

test('the page of a desktop without a wallet has at most 65 words, its ways at the top, and what the user agrees to below', async ({
  page,
  app,
  control,
  standIn,
}) => {
  await signIn(page, app, 'Adele')
  await arrive(page, control, { referer: standIn.profileUrl })
  expect(await wordsOf(page)).toBeLessThanOrEqual(65)
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? NaN
  const [phone, address] = [page.getByText(t('wallet.phone.button')), enterAddressButton(page)]
  expect(await topOf(phone)).toBeLessThan(250)
  expect(await topOf(address)).toBeGreaterThan(await topOf(phone))
  expect(await topOf(page.getByText(t('confirm.told')))).toBeGreaterThan(await topOf(address))
})

test.describe('on a small phone', () => {
  const height = 700
  test.use({ userAgent: iPhone, viewport: { width: 390, height } })

  const tryAgainButton = (page: Page) => page.getByRole('button', { name: t('refused.tryAgain') })

  async function expectOnFirstScreen(action: Locator): Promise<void> {
    await expect(action).toBeVisible()
    const bottom = await action.evaluate((element) => element.getBoundingClientRect().bottom + window.scrollY)
    expect(bottom).toBeLessThanOrEqual(height)
  }

  /** Expects a message with a support code, and no form to correct. */
  async function expectOnlyMessage(page: Page): Promise<void> {
    await expect(alertOf(page)).toContainText(new RegExp(`${t('support.code')} [0-9A-Z]{10}$`))
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(connectButton(page)).toHaveCount(0)
  }

  test('the page has few words, and its first screen has the next step', async ({ page, app, control, standIn }) => {
    const fromService = { referer: standIn.profileUrl }
    // A name of one word, because the test counts the words.
    await signIn(page, app, 'Adele')
    await test.step('with at most 65 words and a warning, whose reason a press shows', async () => {
      await arrive(page, control)
      expect(await wordsOf(page)).toBeLessThanOrEqual(65)
      await expect(page.getByText(t('confirm.othersLink'))).toBeHidden()
      await page.getByText(t('confirm.ownLink')).click()
      await expect(page.getByText(t('confirm.othersLink'))).toBeVisible()
      await loseLinks(page)
    })
    await test.step('without a wallet', async () => {
      await arrive(page, control, fromService)
      await expectOnFirstScreen(page.getByRole('link', { name: 'Phantom', exact: true }))
      await expectOnFirstScreen(otherWays(page))
    })
    await test.step('with the field for an address', async () => {
      await showAddressField(page)
      await expect(addressField(page)).toBeFocused()
      await expectOnFirstScreen(connectButton(page))
      await expectOnFirstScreen(page.getByText(t('wallet.unsigned')))
    })
    await test.step('with a wrong address, which has the focus and the message as its description', async () => {
      const typed = `${walletAddress.slice(0, -1)}0`
      const message = t('walletAddressProblem.wrong_characters')
      // Staff see that the browser has refused an address, but not the address.
      const report = page.waitForRequest(/\/connect\/wallet-failed\?link=[\w-]{12}&problem=invalid_wallet_address$/)
      await typeAndConnect(page, `\u2066${typed}\u2069`)
      expect((await report).postData()).toBeNull()
      await expect(alertOf(page)).toContainText(message)
      await expect(addressField(page)).toHaveValue(typed)
      await expect(addressField(page)).toHaveAccessibleDescription(message)
      await expect(addressField(page)).toBeFocused()
      await expectOnFirstScreen(connectButton(page))
      expect(await control.received('confirm')).toEqual([])
    })
    await test.step('after a refusal that the user can correct', async () => {
      await control.script('confirm', { status: 422, json: { error: 'Not on the curve', reason: 'invalid_address' } })
      await typeAndConnect(page)
      await expect(alertOf(page)).toContainText('Not on the curve')
      await expectOnFirstScreen(connectButton(page))
    })
    await test.step('after a refusal that only the operator can help with', async () => {
      await control.script('confirm', { status: 401, json: { error: 'Invalid API key' } })
      await connectButton(page).click()
      await expect(alertOf(page)).toContainText(t('refused.remedy.tell_operator'))
      await expectOnlyMessage(page)
      await expectOnFirstScreen(tryAgainButton(page))
    })
    await test.step('after a final refusal', async () => {
      const error = '<img src=x onerror=alert(1)>\u202e\u0000gone'
      await control.script('confirm', { status: 410, json: { error, reason: 'request_expired' } })
      await tryAgainButton(page).click()
      await expect(alertOf(page)).toContainText('<img src=x onerror=alert(1)> gone')
      await expect(alertOf(page)).toContainText(t('refused.remedy.press_connect_again'))
      await expectOnlyMessage(page)
      await expect(tryAgainButton(page)).toHaveCount(0)
      await expect(alertOf(page)).toBeFocused()
      await expectOnFirstScreen(page.getByRole('link', { name: t('refused.profileLink') }))
    })
    await test.step('with a wallet, with at most 60 words', async () => {
      await installWallet(page, { name: 'Phantom' })
      await arrive(page, control, fromService)
      await expectOnFirstScreen(walletButton(page, 'Phantom'))
      expect(await wordsOf(page)).toBeLessThanOrEqual(60)
      await walletButton(page, 'Phantom').click()
      await expectOnFirstScreen(signButton(page))
      await expectOnFirstScreen(unsignedButton(page))
      await expect(unsignedButton(page)).toHaveAccessibleDescription(t('wallet.unsigned'))
      expect(await wordsOf(page)).toBeLessThanOrEqual(78)
    })
  })
})
