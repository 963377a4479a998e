import { consoleT, t } from '../texts'
import { textOf } from '../harness/html'
import type { App } from '../harness/app'
import { expect, test, type StartVariant } from '../fixtures'
import { walletAddress } from '../harness/people'
import {
  alertOf,
  connectButton,
  connectTitle,
  expectConnected,
  loggedInAtProvider,
  logInAtProvider,
} from './page-steps'
import { arrive, expectBackAtService, signIn, signInAndArrive } from '../steps'
import type { StandInControl } from '../stand-in/control/client'
import { DeepLinkApp } from '../wallet/deep-link-app'
import { installWallet } from '../wallet/install'
import { doraAccount, newAccount } from '../wallet/keys'
import {
  anotherWallet,
  chooseWallet,
  expectMessage,
  linkIn,
  listButton,
  newPhoneBrowser,
  phoneBrowser,
  signAndConnect,
  signatureInForm,
  signButton,
  signLinkIn,
  unsignedButton,
  walletButton,
} from '../wallet/steps'

/* The limits for wallets when the operator requires a proof, or has the address of an account. */

test.describe('when a proof is required', () => {
  const variables = { WALLET_PROOF: 'required', SERVICE_SIGNATURE_FIELD: 'wallet_proof' }

  /** Starts the app that requires a proof. The stand-in's links open this app. */
  async function requiringApp(startVariant: StartVariant, control: StandInControl): Promise<App> {
    const app = await startVariant(variables)
    await control.set({ connectUrl: `${app.origin}/connect`, names: { signature: 'wallet_proof' } })
    return app
  }

  test('the user can connect only a wallet that signs', async ({ page, startVariant, control }) => {
    const app = await requiringApp(startVariant, control)
    const unable = await installWallet(page, { name: 'Unable Wallet', canSign: false })
    const wallet = await installWallet(page)
    await signInAndArrive(page, app, control)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(connectButton(page)).toHaveCount(0)
    // The test submits the form by script.
    const form = page.locator('form:has(input[name=signature])')
    await form.evaluate((element: HTMLFormElement) => element.submit())
    await expect(alertOf(page)).toContainText(t('wallet.refused.missing.title'))

    await chooseWallet(page, unable.name)
    await expectMessage(page, t('wallet.problem.cannot_sign.title', { wallet: unable.name }))
    await expect(unsignedButton(page)).toHaveCount(0)
    await anotherWallet(page).click()
    await walletButton(page).click()
    await expect(page.getByRole('main')).toContainText(wallet.address)
    await expect(unsignedButton(page)).toHaveCount(0)
    expect(await control.received('confirm')).toEqual([])

    // The user cannot correct the address, but can change the wallet.
    await control.script('confirm', { status: 422, json: { error: 'No', reason: 'invalid_address' } })
    await signButton(page).click()
    await expect(alertOf(page)).toContainText(t('refused.anotherWallet'))
    await connectButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: true }])
    // The proof is base58, in the configured field.
    const wallet_proof = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/)
    const calls = (await control.received('confirm')).map(({ body }) => JSON.parse(body ?? '') as object)
    expect(calls).toMatchObject([{ wallet_proof }, { wallet_proof }])
  })

  test('a wallet app gives the proof, and there is no unsigned press', async ({ startVariant, control }) => {
    const browser = await phoneBrowser(await requiringApp(startVariant, control))
    const wallet = new DeepLinkApp()
    await arrive(browser, control)
    await browser.goto(wallet.approve(linkIn(browser, 'Phantom')))
    expect(browser.text).toContain(wallet.account.address)
    expect(browser.buttons).not.toContain(t('confirm.connectUnsigned'))
    await browser.goto(wallet.approve(signLinkIn(browser)))
    await expectBackAtService(browser)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })
    test('the page says that it needs scripts, and has no button', async ({ page, startVariant, control }) => {
      await signIn(page, await requiringApp(startVariant, control))
      await arrive(page, control)
      await expect(page.getByText(t('wallet.needsScripts'))).toBeVisible()
      await expect(listButton(page)).toHaveCount(0)
      await expect(connectButton(page)).toHaveCount(0)
    })
  })
})

test.describe('when the account has an address', () => {
  test.beforeEach(({ control, oidcApp }) => control.set({ connectUrl: `${oidcApp.origin}/connect` }))

  test('the page shows and connects the address, and the user cannot change it', async ({ oidcApp, control }) => {
    const browser = await loggedInAtProvider(oidcApp, (await control.pressConnect()).link, 'ada')
    expect(browser.heading).toBe(connectTitle)
    expect(browser.textFields).toEqual([])
    expect(browser.text).toContain(walletAddress)
    // A hand-made form cannot send another address.
    expect(browser.valueOf('wallet_address')).toBeUndefined()
    await browser.press(t('confirm.connect'), { wallet_address: '11111111111111111111111111111111' })
    await expectBackAtService(browser)
    const [call] = await control.received('confirm')
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ wallet_address: walletAddress })
  })

  test('the page sends the user to the operator when the address is invalid', async ({ oidcApp, control }) => {
    const { link, request_id: requestId } = await control.pressConnect()
    const browser = await loggedInAtProvider(oidcApp, link, 'carol')
    expect(browser.alert).toContain(t('confirm.lockedWalletUnusable'))
    expect(browser.buttons).not.toContain(t('confirm.connect'))
    // The log has the reason, and staff find it by the user's support code.
    const footer = textOf(browser.page.querySelector('[data-part="footer"]'))
    const [code = ''] = /[0-9A-HJKMNP-TV-Z]{10}/.exec(footer) ?? []
    expect(oidcApp.output()).toMatch(new RegExp(`"event":"wallet claim invalid","requestId":"${requestId}"`))
    const staff = await loggedInAtProvider(oidcApp, '/console/connects', 'edith')
    await staff.goto(`/console/connects?find=${code}`)
    expect(staff.text).toContain(consoleT('connects.outcomes.stepReasons.invalid_wallet_claim'))
    expect(staff.text).toContain(consoleT('connects.outcomes.tellReason.invalid_wallet_claim'))
  })

  test('a wallet proves only this address', async ({ page, oidcApp: app, control }) => {
    const other = newAccount()
    const wallet = await installWallet(page, { accounts: [other, doraAccount] })
    const { visitor } = await loggedInAtProvider(app, '/signin', 'dora')
    const session = [...visitor.cookies].filter(([name]) => name.includes('session-token'))
    await page.context().addCookies(session.map(([name, value]) => ({ name, value, url: app.origin })))
    await arrive(page, control)
    await chooseWallet(page)
    await expectMessage(page, t('wallet.problem.other_address.title', { wallet: 'Test Wallet' }))
    const shown = (address: string) => page.getByRole('definition').filter({ hasText: address })
    await expect(shown(other.address)).toBeVisible()
    await expect(shown(doraAccount.address)).toBeVisible()
    await expect(signButton(page)).toHaveCount(0)
    await expect(signatureInForm(page)).toHaveValue('')
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(connectButton(page)).toBeEnabled()

    // A wallet that shares several accounts connects the one with this address.
    await wallet.behave({ onConnect: 'all accounts' })
    await anotherWallet(page).click()
    await walletButton(page).click()
    await expect(page.getByRole('main')).not.toContainText(other.address)
    await signAndConnect(page)
    expect(await control.connections()).toMatchObject([{ address: doraAccount.address, proven: true }])
  })

  test('a wallet app can prove only this address', async ({ oidcApp, control }) => {
    const browser = newPhoneBrowser(oidcApp)
    await logInAtProvider(browser, (await control.pressConnect()).link, 'dora')
    const other = new DeepLinkApp()
    await browser.goto(other.approve(linkIn(browser, 'Phantom')))
    expect(browser.alert).toContain(t('wallet.problem.other_address.title', { wallet: 'Phantom' }))
    expect(browser.text).not.toContain(other.account.address)
    const doraApp = new DeepLinkApp('phantom', doraAccount)
    await browser.goto(doraApp.approve(linkIn(browser, 'Phantom')))
    await browser.goto(doraApp.approve(signLinkIn(browser)))
    await expectBackAtService(browser)
    const [call] = await control.received('confirm')
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ wallet_address: doraAccount.address })
  })
})
