import type { Page } from 'playwright/test'
import { consoleT, t } from './texts'
import { textOf } from './harness/html'
import type { App } from './harness/app'
import { expect, test, type StartVariant } from './fixtures'
import * as plain from './plain-steps'
import type { StandInControl } from './stand-in/control/client'
import {
  alertOf,
  arrive,
  connectButton,
  connectTitle,
  expectConnected,
  logInAtProvider,
  signIn,
  walletAddress,
} from './steps'
import { installWallet } from './wallet/install'
import { doraAccount, newAccount } from './wallet/keys'
import {
  anotherWallet,
  chooseWallet,
  expectMessage,
  signatureInForm,
  signButton,
  unsignedButton,
  walletButton,
} from './wallet/steps'

/* What a wallet may do is narrower where the operator requires a proof, or keeps the address of an account. */

test.describe('when a proof is required', () => {
  // One worker starts the app that requires it, not each.
  test.describe.configure({ mode: 'default' })
  const variables = { WALLET_PROOF: 'required', SERVICE_SIGNATURE_FIELD: 'wallet_proof' }

  /** The app that requires one, to which the stand-in's links lead. */
  async function requiringApp(startVariant: StartVariant, control: StandInControl): Promise<App> {
    const app = await startVariant(variables)
    await control.set({ connectUrl: `${app.origin}/connect`, names: { signature: 'wallet_proof' } })
    return app
  }

  test('no address can be typed, an unsigned press spends no call, and a wallet that cannot sign can be replaced', async ({
    page,
    startVariant,
    control,
  }) => {
    const app = await requiringApp(startVariant, control)
    const wallet = await installWallet(page)
    const unable = await installWallet(page, { name: 'Unable Wallet', canSign: false })
    const able = await installWallet(page, { name: 'Able Wallet' })
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

    await arrive(page, control)
    await chooseWallet(page, unable.name)
    await expectMessage(page, t('wallet.problem.cannot_sign.title', { wallet: unable.name }))
    await expect(page.getByRole('main')).not.toContainText(t('wallet.connectUnsignedHint'))
    await anotherWallet(page).click()
    await walletButton(page, 'Able Wallet').click()
    await signButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ address: able.address, proven: true }])
  })
})

test.describe('when the account has an address', () => {
  // One worker starts the provider and the app with it, not each.
  test.describe.configure({ mode: 'default' })

  async function arriveAsDora(page: Page, app: App, control: StandInControl): Promise<void> {
    await control.set({ connectUrl: `${app.origin}/connect` })
    await page.goto((await control.pressConnect()).link)
    await logInAtProvider(page, 'dora')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(connectTitle)
  }

  test('it is shown, cannot be changed and is connected', async ({ oidcApp, control }) => {
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

  test('the page sends the user to the operator when it is invalid', async ({ oidcApp, control }) => {
    await control.set({ connectUrl: `${oidcApp.origin}/connect` })
    const { link, request_id: requestId } = await control.pressConnect()
    const browser = await plain.loggedInAtProvider(oidcApp, link, 'carol')
    expect(browser.alert).toContain(t('confirm.lockedWalletUnusable'))
    expect(browser.buttons).not.toContain(t('confirm.connect'))
    // The user has a code to quote, by which staff and the log have the reason.
    const footer = textOf(browser.page.querySelector('[data-part="footer"]'))
    const [code = ''] = /[0-9A-HJKMNP-TV-Z]{10}/.exec(footer) ?? []
    expect(oidcApp.output()).toMatch(new RegExp(`"event":"wallet claim invalid","requestId":"${requestId}"`))
    const staff = await plain.loggedInAtProvider(oidcApp, `/console/connects?find=${code}`, 'edith')
    expect(staff.text).toContain(consoleT('connectOutcomes.stepReasons.invalid_wallet_claim'))
    expect(staff.text).toContain(consoleT('connectOutcomes.tellReason.invalid_wallet_claim'))
  })

  test('a wallet must be switched to it, and then proves it', async ({ page, oidcApp, control }) => {
    const other = newAccount()
    const wallet = await installWallet(page, { accounts: [other, doraAccount] })
    const own = await installWallet(page, { name: 'Own Wallet', accounts: [doraAccount] })
    await arriveAsDora(page, oidcApp, control)
    await chooseWallet(page)
    await expectMessage(page, t('wallet.problem.other_address.title', { wallet: 'Test Wallet' }))
    const shown = (address: string) => page.getByRole('definition').filter({ hasText: address })
    await expect(shown(other.address)).toBeVisible()
    await expect(shown(doraAccount.address)).toBeVisible()
    await expect(signButton(page)).toHaveCount(0)
    await wallet.switchTo(1)
    await expect(signButton(page)).toBeVisible()
    await wallet.switchTo(0)
    await expectMessage(page, t('wallet.problem.other_address.title', { wallet: 'Test Wallet' }))
    await expect(shown(other.address)).toBeVisible()
    await expect(signatureInForm(page)).toHaveValue('')
    await connectButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ address: doraAccount.address, proven: false }])

    await arrive(page, control)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await chooseWallet(page, own.name)
    await signButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ address: doraAccount.address, proven: true }])
  })
})
