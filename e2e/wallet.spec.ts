import type { Page } from 'playwright/test'
import { t } from './texts'
import type { App } from './harness/app'
import { expect, test, waitForScript, type StartVariant } from './fixtures'
import * as plain from './plain-steps'
import type { StandInControl } from './stand-in/control/client'
import {
  addressField,
  alertOf,
  arrive,
  connectButton,
  connectTitle,
  enterAddressButton,
  expectConnected,
  expectHeld,
  logInAtProvider,
  providerButton,
  signIn,
  typeAndConnect,
  walletAddress,
} from './steps'
import { installWallet } from './wallet/install'
import { doraAccount, newAccount } from './wallet/keys'
import {
  anotherWallet,
  chooseWallet,
  expectAddress,
  expectMessage,
  listButton,
  openWallets,
  signAndBeRefused,
  signatureInForm,
  signButton,
  signedNote,
  unsignedButton,
  walletButton,
} from './wallet/steps'

/*
 * A wallet of the Wallet Standard that signs for real, in the browser; the stand-in of the service checks
 * the signature with another library than the app does.
 */

for (const [when, registers] of Object.entries({ before: 'at once', after: 400 } as const)) {
  test(`connects and proves a wallet that registers ${when} the page has loaded`, async ({ page, app, control }) => {
    const wallet = await installWallet(page, { registers })
    await signIn(page, app)
    const { request_id, nonce } = await arrive(page, control)
    await chooseWallet(page)
    await expectAddress(page, wallet.address)
    await expect(page.getByRole('main')).toContainText(t('wallet.signingIsFree'))
    await signButton(page).click()
    await expectConnected(page)
    expect(wallet.asked()).toEqual([`service-connect:${request_id}:${nonce}`])
    expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: true }])
  })
}

test('a proof replaces the unproven connection of another account for the same address', async ({
  page,
  app,
  control,
}) => {
  const wallet = await installWallet(page)
  await signIn(page, app)
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

test('a proof is optional by default: the address of a wallet goes without one too', async ({ page, app, control }) => {
  const wallet = await installWallet(page)
  await signIn(page, app)
  await arrive(page, control)
  await chooseWallet(page)
  await unsignedButton(page).click()
  await expectConnected(page)
  expect(wallet.asked()).toEqual([])
  expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: false }])
})

test('another wallet can be used instead, or the address typed', async ({ page, app, control }) => {
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
  await anotherWallet(page).click()
  await enterAddressButton(page).click()
  await expect(addressField(page)).toBeFocused()
  await typeAndConnect(page)
  await expectConnected(page)
})

test('a wallet that was chosen is not remembered: nothing connects by itself', async ({ page, app, control }) => {
  await installWallet(page)
  await signIn(page, app)
  await arrive(page, control)
  await chooseWallet(page)
  await expect(signButton(page)).toBeVisible()
  await page.reload()
  await expect(walletButton(page)).toBeVisible()
  await expect(signButton(page)).toHaveCount(0)
  expect((await page.context().storageState()).origins).toEqual([])
})

test.describe('a signature survives a refusal', () => {
  test('and is sent again, without asking the wallet', async ({ page, app, control }) => {
    const wallet = await installWallet(page)
    await signIn(page, app)
    await arrive(page, control)
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

  test('unless another wallet is wanted', async ({ page, app, control }) => {
    await installWallet(page)
    const second = await installWallet(page, { name: 'Second Wallet' })
    await signIn(page, app)
    await arrive(page, control)
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

test('lists wallets by name and icon, each once, and where to get the listed ones that are missing', async ({
  page,
  app,
  control,
}) => {
  await installWallet(page)
  await installWallet(page, { name: 'Phantom', accounts: [newAccount()] })
  await installWallet(page, { name: '<b>Odd</b>', icon: 'https://tracker.example/icon.png' })
  await signIn(page, app)
  await arrive(page, control)
  const list = page.getByRole('list', { name: t('wallet.choose') })
  await expect(list.getByRole('button')).toHaveText(['Test Wallet', 'Phantom', '<b>Odd</b>'])
  await openWallets(page)
  await expect(list.getByRole('link')).toHaveCount(3)
  await expect(list.getByRole('button')).toHaveText(['Test Wallet', 'Phantom', '<b>Odd</b>'])
  await expect(list.locator('img')).toHaveCount(5)
  for (const icon of await list.locator('img').all()) {
    expect(await icon.getAttribute('src')).toMatch(/^data:image\//)
    expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
  await expect(list.getByRole('link')).toHaveText([/^Solflare/, /^Coinbase Wallet/, /^Trust/])
  for (const link of await list.getByRole('link').all()) {
    await expect(link).toHaveAccessibleName(/Get it \(opens in a new tab\)$/)
    await expect(link).toHaveAttribute('href', /^https:/)
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  await walletButton(page, 'Phantom').click()
  await expect(page.getByRole('heading', { name: 'Phantom is connected.' })).toBeFocused()
})

test.describe('where a proof is required', () => {
  // One worker starts the app that requires it, not each.
  test.describe.configure({ mode: 'default' })
  const variables = { WALLET_PROOF: 'required', SERVICE_SIGNATURE_FIELD: 'wallet_proof' }

  /** The app that requires one, to which the stand-in's links lead. */
  async function requiringApp(startVariant: StartVariant, control: StandInControl): Promise<App> {
    const app = await startVariant(variables)
    await control.set({ connectUrl: `${app.origin}/connect`, names: { signature: 'wallet_proof' } })
    return app
  }

  test('no address can be typed, and an unsigned press spends no call', async ({ page, startVariant, control }) => {
    const app = await requiringApp(startVariant, control)
    const wallet = await installWallet(page)
    await signIn(page, app)
    await arrive(page, control)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(connectButton(page)).toHaveCount(0)
    // A form made by hand.
    const form = page.locator('form:has(input[name=signature])')
    await form.evaluate((element: HTMLFormElement) => element.submit())
    await expect(alertOf(page)).toContainText(t('wallet.refused.missing.title'))
    await chooseWallet(page)
    await expect(page.getByRole('main')).toContainText(wallet.address)
    await expect(unsignedButton(page)).toHaveCount(0)
    expect(await control.received('confirm')).toEqual([])

    // There is no address to correct: what can be changed is the wallet.
    await control.script('confirm', { status: 422, json: { error: 'No', reason: 'invalid_address' } })
    await signButton(page).click()
    await expect(alertOf(page)).toContainText(t('refused.anotherWallet'))

    await connectButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: true }])
    const calls = await control.received('confirm')
    expect(calls).toHaveLength(2)
    // In base58, in the field that is configured.
    const wallet_proof = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/)
    for (const { body } of calls) expect(JSON.parse(body ?? '')).toMatchObject({ wallet_proof })
  })

  test('a wallet that cannot sign a text gives way to another', async ({ page, startVariant, control }) => {
    const app = await requiringApp(startVariant, control)
    await installWallet(page, { canSign: false })
    const able = await installWallet(page, { name: 'Able Wallet' })
    await signIn(page, app)
    await arrive(page, control)
    await chooseWallet(page)
    await expectMessage(page, t('wallet.problem.cannot_sign.title', { wallet: 'Test Wallet' }))
    await expect(page.getByRole('main')).not.toContainText(t('wallet.connectUnsignedHint'))
    await anotherWallet(page).click()
    await walletButton(page, 'Able Wallet').click()
    await signButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ address: able.address, proven: true }])
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('the page says so, and has nothing to press', async ({ page, startVariant, control }) => {
      const app = await requiringApp(startVariant, control)
      await signIn(page, app)
      await arrive(page, control)
      await expect(page.getByText(t('wallet.needsScripts'))).toBeVisible()
      await expect(listButton(page)).toHaveCount(0)
      await expect(connectButton(page)).toHaveCount(0)
    })
  })
})

test.describe('where the account has an address', () => {
  // One worker starts the provider and the app with it, not each.
  test.describe.configure({ mode: 'default' })

  async function arriveAsDora(page: Page, app: App, control: StandInControl): Promise<void> {
    await control.set({ connectUrl: `${app.origin}/connect` })
    await page.goto((await control.pressConnect()).link)
    await providerButton(page).click()
    await logInAtProvider(page, 'dora')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(connectTitle)
  }

  test('it is shown, cannot be changed, and is the one that is connected', async ({ oidcApp, control }) => {
    await control.set({ connectUrl: `${oidcApp.origin}/connect` })
    const browser = await plain.loggedInAtProvider(oidcApp, (await control.pressConnect()).link, 'ada')
    expect(browser.heading).toBe(connectTitle)
    expect(browser.textFields).toEqual([])
    expect(browser.text).toContain(walletAddress)
    // A form made by hand cannot slip another address in.
    expect(browser.valueOf('wallet_address')).toBeUndefined()
    await browser.press(t('confirm.connect'), { wallet_address: '11111111111111111111111111111111' })
    plain.expectBackAtService(browser)
    const [call] = await control.received('confirm')
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ wallet_address: walletAddress })
  })

  test('it is the operator’s to correct where it is none', async ({ oidcApp, control }) => {
    await control.set({ connectUrl: `${oidcApp.origin}/connect` })
    const browser = await plain.loggedInAtProvider(oidcApp, (await control.pressConnect()).link, 'carol')
    expect(browser.alert).toContain(t('confirm.lockedWalletUnusable'))
    expect(browser.buttons).not.toContain(t('confirm.connect'))
  })

  test('its own wallet proves it', async ({ page, oidcApp, control }) => {
    await installWallet(page, { accounts: [doraAccount] })
    await arriveAsDora(page, oidcApp, control)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await chooseWallet(page)
    await signButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ address: doraAccount.address, proven: true }])
  })

  test('no other wallet will do, until it is switched to that address', async ({ page, oidcApp, control }) => {
    const other = newAccount()
    const wallet = await installWallet(page, { accounts: [other, doraAccount] })
    await arriveAsDora(page, oidcApp, control)
    await chooseWallet(page)
    await expectMessage(page, t('wallet.problem.other_address.title', { wallet: 'Test Wallet' }))
    await expectMessage(page, other.address)
    await expectMessage(page, doraAccount.address)
    await expect(signButton(page)).toHaveCount(0)
    await wallet.switchTo(1)
    await expect(signButton(page)).toBeVisible()
    await wallet.switchTo(0)
    await expectMessage(page, other.address)
    await expect(signatureInForm(page)).toHaveValue('')
    await connectButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ address: doraAccount.address, proven: false }])
  })
})

/** Puts a text into the form where a wallet's signature would be. */
async function forgeSignature(page: Page, signature: string): Promise<void> {
  // Once the wallet has connected, React leaves the field alone.
  await expect(unsignedButton(page)).toBeVisible()
  await signatureInForm(page).evaluate((input: HTMLInputElement, value) => (input.value = value), signature)
}

test.describe('a signature that proves nothing', () => {
  const forged = '5'.repeat(88)
  test('is refused on the server, spends no call, and leaves the link as good as it was', async ({
    page,
    app,
    control,
  }) => {
    await installWallet(page)
    await signIn(page, app)
    await arrive(page, control)
    for (const [what, signature] of Object.entries({
      'of another key': forged,
      'that is too long': `${forged}${forged}`,
      'that is no base58': 'O0Il'.repeat(20),
    })) {
      await test.step(what, async () => {
        await waitForScript(page)
        await chooseWallet(page)
        await forgeSignature(page, signature)
        await Promise.all([page.waitForEvent('load'), unsignedButton(page).click()])
        await expectMessage(page, t('wallet.refused.refused.title'))
        await expectMessage(page, t('wallet.refused.refused.text'))
        await expect(signedNote(page)).toHaveCount(0)
      })
    }
    expect(await control.received('confirm')).toEqual([])
    await expectHeld(page, app)

    await waitForScript(page)
    await chooseWallet(page)
    await signButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ proven: true }])
  })
})

test('what is to be signed is never written into the page', async ({ page, app, control }) => {
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
