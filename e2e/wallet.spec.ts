import type { Page } from 'playwright/test'
import { violationsOf } from './accessibility/axe'
import { literally, t } from './texts'
import { expect, test, waitForScript } from './fixtures'
import { textOf } from './harness/html'
import { walletAddress } from './harness/people'
import { addressField, arriveAgain, connectButton, enterAddressButton, expectConnected } from './page-steps'
import { plainBrowserAt } from './plain-steps'
import { arrive, expectHeld, signIn, typeAndConnect } from './steps'
import { installWallet } from './wallet/install'
import { newAccount } from './wallet/keys'
import {
  anotherWallet,
  chooseWallet,
  expectAddress,
  expectMessage,
  openWallets,
  signAndBeRefused,
  signatureInForm,
  signButton,
  signedNote,
  unsignedButton,
  walletButton,
  walletList,
  walletRows,
} from './wallet/steps'

/*
 * A wallet of the Wallet Standard signs in the browser. The stand-in of the service checks the signature with a
 * different library than the app.
 */

test('a wallet connects and proves its address when it registers before or after the page has loaded', async ({
  app,
  control,
  context,
}) => {
  for (const [when, registers] of Object.entries({ before: 'at once', after: 400 } as const)) {
    await test.step(when, async () => {
      const page = await context.newPage()
      const wallet = await installWallet(page, { registers })
      const { request_id, nonce } = await arriveAgain(page, app, control)
      await chooseWallet(page)
      await expectAddress(page, wallet.address)
      await expect(page.getByRole('main')).toContainText(t('wallet.signing'))
      await signButton(page).click()
      await expectConnected(page)
      expect(wallet.asked()).toEqual([`service-connect:${request_id}:${nonce}`])
      expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: true }])
    })
  }
})

test('a proof is optional by default, and replaces an unproven connection of the same address', async ({
  page,
  app,
  control,
}) => {
  const wallet = await installWallet(page)
  await test.step('the address of a wallet connects without a proof', async () => {
    await arriveAgain(page, app, control)
    await chooseWallet(page)
    await unsignedButton(page).click()
    await expectConnected(page)
    expect(wallet.asked()).toEqual([])
    expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: false }])
  })
  await test.step('a proof replaces the unproven connection of another account', async () => {
    await control.reset()
    await control.set({ connectUrl: `${app.origin}/connect` })
    await page.goto((await control.pressConnect('bob')).link)
    await enterAddressButton(page).click()
    await typeAndConnect(page, wallet.address)
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ account: 'bob', proven: false }])

    await arrive(page, control)
    await chooseWallet(page)
    await signButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ account: 'alice', address: wallet.address, proven: true }])
  })
})

test('another wallet or a typed address can replace the chosen wallet, and the page remembers no choice', async ({
  page,
  app,
  control,
}) => {
  const first = await installWallet(page)
  const second = await installWallet(page, { name: 'Second Wallet' })
  await signIn(page, app)
  await arrive(page, control)
  await chooseWallet(page)
  await expect(addressField(page)).toHaveCount(0)
  await expect(enterAddressButton(page)).toHaveCount(0)
  await anotherWallet(page).click()
  await expect(page.getByRole('heading', { name: t('wallet.choose') })).toBeFocused()
  await expect(signatureInForm(page)).toHaveValue('')
  await expectAddress(page, '')

  await walletButton(page, 'Second Wallet').click()
  await expectAddress(page, second.address)
  await anotherWallet(page).click()
  await walletButton(page).click()
  await expectAddress(page, first.address)
  await expect(signButton(page)).toBeVisible()
  // Nothing connects by itself.
  await page.reload()
  await expect(walletButton(page)).toBeVisible()
  await expect(signButton(page)).toHaveCount(0)
  expect((await page.context().storageState()).origins).toEqual([])

  await walletButton(page).click()
  await expectAddress(page, first.address)
  await anotherWallet(page).click()
  await enterAddressButton(page).click()
  await expect(addressField(page)).toBeFocused()
  await typeAndConnect(page)
  await expectConnected(page)
})

test('the page keeps a signature when the service refuses the press', async ({ page, app, control }) => {
  const wallet = await installWallet(page)
  const second = await installWallet(page, { name: 'Second Wallet' })
  await test.step('the page sends it again without asking the wallet', async () => {
    await arriveAgain(page, app, control)
    await chooseWallet(page)
    await signAndBeRefused(page, control)
    await expect(signedNote(page)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(wallet.address)
    await page.reload()
    await connectButton(page).click()
    await expectConnected(page)
    expect(wallet.asked()).toHaveLength(1)
    expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: true }])
  })
  await test.step('the page drops it when the user chooses another wallet', async () => {
    await arriveAgain(page, app, control)
    await chooseWallet(page)
    await signAndBeRefused(page, control)
    await waitForScript(page)
    await anotherWallet(page).click()
    await expect(signatureInForm(page)).toHaveValue('')
    await expectAddress(page, '')
    await chooseWallet(page, 'Second Wallet')
    await signButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ address: second.address, proven: true }])
  })
})

test('the list has each wallet once by name and icon, and a link to each missing wallet', async ({
  page,
  app,
  control,
}) => {
  await installWallet(page)
  await installWallet(page, { name: 'Phantom', accounts: [newAccount()] })
  await installWallet(page, { name: '<b>Odd</b>', icon: 'https://tracker.example/icon.png' })
  await signIn(page, app)
  await arrive(page, control)
  const list = walletList(page)
  await expect(walletRows(page)).toHaveText(['Test Wallet', 'Phantom', '<b>Odd</b>'])
  await openWallets(page)
  await expect(list.getByRole('link')).toHaveCount(4)
  expect(await violationsOf(page)).toEqual([])
  await expect(walletRows(page)).toHaveText(['Test Wallet', 'Phantom', '<b>Odd</b>'])
  const icons = await list.locator('img').all()
  const sources = await Promise.all(icons.map((icon) => icon.getAttribute('src')))
  expect(sources).toEqual([
    ...Array.from({ length: 2 }, () => expect.stringMatching(/^data:image\//)),
    ...['solflare', 'backpack', 'coinbase', 'trust'].map((id) => `/wallets/${id}.svg`),
  ])
  for (const icon of icons) {
    expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
  await expect(list.getByRole('link')).toHaveText([/^Solflare/, /^Backpack/, /^Coinbase Wallet/, /^Trust Wallet/])
  for (const link of await list.getByRole('link').all()) {
    await expect(link).toHaveAccessibleName(new RegExp(`: ${literally(`${t('wallet.getIt')} ${t('wallet.newTab')}`)}$`))
    await expect(link).toHaveAttribute('href', /^https:/)
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  // Trust Wallet registers itself with a shorter name.
  await installWallet(page, { name: 'Trust', accounts: [newAccount()] })
  await page.reload()
  await openWallets(page)
  await expect(list.getByRole('link')).toHaveText([/^Solflare/, /^Backpack/, /^Coinbase Wallet/])

  await walletButton(page, 'Phantom').click()
  await expect(page.getByRole('heading', { name: `Phantom ${t('wallet.isConnected')}` })).toBeFocused()
})

/** Puts a text into the signature field of the form. */
async function forgeSignature(page: Page, signature: string): Promise<void> {
  // React does not change the field after the wallet has connected.
  await expect(unsignedButton(page)).toBeVisible()
  await signatureInForm(page).evaluate((input: HTMLInputElement, value) => (input.value = value), signature)
}

test.describe('an invalid signature', () => {
  const forged = '5'.repeat(88)

  test('causes a refusal by the server without a call, and keeps the link', async ({ app, control }) => {
    const browser = await plainBrowserAt(app)
    await arrive(browser, control)
    for (const [what, signature] of Object.entries({
      'of another key': forged,
      'that is too long': `${forged}${forged}`,
      'that is not base58': 'O0Il'.repeat(20),
    })) {
      await browser.press(t('confirm.connect'), { wallet_address: walletAddress, signature })
      expect(browser.alert, what).toContain(t('wallet.refused.refused.title'))
      expect(browser.alert, what).toContain(t('wallet.refused.refused.text'))
      const statuses = browser.page.querySelectorAll('[role="status"]').map(textOf)
      expect(statuses.join(), what).not.toContain(t('wallet.signed'))
      expect(browser.valueOf('signature'), what).toBe('')
    }
    expect(await control.received('confirm')).toEqual([])
    await expectHeld(browser)
  })

  test('moves the focus to the message, and the wallet can sign again', async ({ page, app, control }) => {
    await installWallet(page)
    await signIn(page, app)
    await arrive(page, control)
    await chooseWallet(page)
    await forgeSignature(page, forged)
    await Promise.all([page.waitForEvent('load'), unsignedButton(page).click()])
    await expectMessage(page, t('wallet.refused.refused.title'))
    await expectMessage(page, t('wallet.refused.refused.text'))
    await expect(signedNote(page)).toHaveCount(0)
    expect(await control.received('confirm')).toEqual([])
    await expectHeld(page)

    await waitForScript(page)
    await chooseWallet(page)
    await signButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ proven: true }])
  })
})

test('the page never contains the text that a wallet signs', async ({ page, app, control }) => {
  const wallet = await installWallet(page, { onSign: 'never answer' })
  await signIn(page, app)
  const { nonce } = await arrive(page, control)
  const places: string[] = []
  const look = async () => places.push(await page.content(), JSON.stringify(await page.context().storageState()))
  await look()
  await chooseWallet(page)
  await look()
  await signButton(page).click()
  await expect.poll(() => wallet.asked()).toHaveLength(1)
  await look()
  await control.script('confirm', { status: 200, text: '' })
  await wallet.answerLate()
  await expect(signedNote(page)).toBeVisible()
  await look()
  expect(wallet.asked().join()).toContain(nonce)
  expect(places.filter((place) => place.includes(nonce))).toEqual([])
  expect(app.output()).not.toContain(nonce)
})
