import bs58 from 'bs58'
import type { Locator } from 'playwright/test'
import { t } from './texts'
import { expect, test } from './fixtures'
import {
  addressField,
  alertOf,
  arrive,
  connectButton,
  connectTitle,
  expectBackAtService,
  expectConnected,
  logInAtProvider,
  providerButton,
  signOutButton,
  signIn,
  typeAndConnect,
  walletAddress,
} from './steps'
import { installWallet } from './wallet/install'
import { signButton, unsignedButton, walletButton } from './wallet/steps'

const transactionSignature = bs58.encode(new Uint8Array(64).fill(7))

test('says who, which wallet, what is told, and whose link it must be', async ({ page, app, control }) => {
  await signIn(page, app, 'Ada Lovelace')
  await arrive(page, control)
  const main = page.getByRole('main')
  await expect(main).toContainText('Signed in as Ada Lovelace')
  await expect(signOutButton(page)).toBeVisible()
  await expect(addressField(page)).toBeVisible()
  await expect(main).toContainText(t('confirm.toldIdentifier'))
  await expect(main).toContainText(t('confirm.ownLink'))
  await expect(connectButton(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
})

test.describe('on a small phone', () => {
  const height = 700
  test.use({ viewport: { width: 390, height } })

  test('the button is on the first screen in every state, below few words', async ({ page, app, control }) => {
    async function expectOnFirstScreen(action: Locator): Promise<void> {
      await expect(action).toBeVisible()
      const bottom = await action.evaluate((element) => element.getBoundingClientRect().bottom + window.scrollY)
      expect(bottom).toBeLessThanOrEqual(height)
    }
    await signIn(page, app)
    await arrive(page, control)
    await expectOnFirstScreen(connectButton(page))
    const words = (await page.getByRole('main').innerText()).split(/\s+/)
    expect(words.length).toBeLessThanOrEqual(60)

    await typeAndConnect(page, 'nonsense')
    await expectOnFirstScreen(connectButton(page))
    await control.script('confirm', { status: 422, json: { error: 'Not on the curve', reason: 'invalid_address' } })
    await typeAndConnect(page)
    await expect(alertOf(page)).toContainText('Not on the curve')
    await expectOnFirstScreen(connectButton(page))
    await control.script('confirm', { status: 410, json: { error: 'Too late', reason: 'request_expired' } })
    await connectButton(page).click()
    await expect(alertOf(page)).toContainText('Too late')
    await expectOnFirstScreen(page.getByRole('link', { name: t('refused.profileLink') }))

    await installWallet(page)
    await arrive(page, control)
    await expectOnFirstScreen(walletButton(page))
    await walletButton(page).click()
    await expectOnFirstScreen(signButton(page))
    await expectOnFirstScreen(unsignedButton(page))
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a typed address, with JavaScript' : 'a typed address, without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('is trimmed, and told to the service with an identifier that is no personal data', async ({
      page,
      app,
      control,
    }) => {
      await signIn(page, app)
      const { request_id, nonce } = await arrive(page, control)
      await typeAndConnect(page, `  ${walletAddress}\u00a0`)
      await expectBackAtService(page)
      const [call] = await control.received('confirm')
      expect(JSON.parse(call?.body ?? '')).toEqual({
        request_id,
        nonce,
        wallet_address: walletAddress,
        subnet_user_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(call?.headers.authorization).toMatch(/^Bearer /)
      expect(call?.headers['content-type']).toBe('application/json')
    })

    test('that is none is refused on this page, and can be corrected', async ({ page, app, control }) => {
      await signIn(page, app)
      await arrive(page, control)
      for (const [typed, message] of [
        ['', t('walletAddressProblem.missing')],
        [`${walletAddress.slice(0, -1)}0`, t('walletAddressProblem.wrong_characters')],
        [walletAddress.slice(0, -3), t('walletAddressProblem.wrong_length')],
        [transactionSignature, t('walletAddressProblem.transaction_signature')],
      ] as const) {
        await typeAndConnect(page, typed)
        await expect(alertOf(page)).toContainText(message)
        await expect(addressField(page)).toHaveValue(typed)
        await expect(addressField(page)).toHaveAccessibleDescription(message)
        if (javaScriptEnabled) await expect(addressField(page)).toBeFocused()
      }
      expect(await control.received('confirm')).toEqual([])
      await typeAndConnect(page)
      await expectBackAtService(page)
    })
  })
}

test('an address is checked on the server too, whatever the page let through', async ({ page, app, control }) => {
  await signIn(page, app)
  await arrive(page, control)
  await page.route('**/connect/confirm', async (route) => {
    const postData = route.request().postData()?.replace(walletAddress, 'not-an-address')
    await route.continue(postData ? { postData } : {})
  })
  await typeAndConnect(page)
  await expect(alertOf(page)).toContainText(t('walletAddressProblem.wrong_characters'))
  expect(await control.received('confirm')).toEqual([])
})

test('the plain identifier is shown and told where the operator chose it', async ({ page, startVariant, control }) => {
  const app = await startVariant({ SUBNET_USER_ID: 'plain' })
  await control.set({ connectUrl: `${app.origin}/connect` })
  await signIn(page, app, 'Ada')
  await arrive(page, control)
  await expect(page.getByRole('main')).toContainText('Your user ID here: demo:ada')
  await typeAndConnect(page)
  await expectConnected(page)
  const [call] = await control.received('confirm')
  expect(JSON.parse(call?.body ?? '')).toMatchObject({ subnet_user_id: 'demo:ada' })
})

test.describe('a wallet that the operator keeps', () => {
  test('is shown, cannot be changed, and is the one that is connected', async ({ page, oidcApp, control }) => {
    await control.set({ connectUrl: `${oidcApp.origin}/connect` })
    await page.goto((await control.pressConnect()).link)
    await providerButton(page).click()
    await logInAtProvider(page, 'ada')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(connectTitle)
    await expect(addressField(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText(walletAddress)
    // A form made by hand cannot slip another address in.
    await page.evaluate(() => {
      const input = document.createElement('input')
      input.name = 'wallet_address'
      input.value = '11111111111111111111111111111111'
      document.querySelector('input[name=request_id]')?.after(input)
    })
    await connectButton(page).click()
    await expectConnected(page)
    expect((await control.connections()).map(({ address }) => address)).toEqual([walletAddress])
  })

  test('is the operator’s to correct where it is no address', async ({ page, oidcApp, control }) => {
    await control.set({ connectUrl: `${oidcApp.origin}/connect` })
    await page.goto((await control.pressConnect()).link)
    await providerButton(page).click()
    await logInAtProvider(page, 'carol')
    await expect(alertOf(page)).toContainText(t('confirm.lockedWalletUnusable'))
    await expect(connectButton(page)).toHaveCount(0)
  })
})
