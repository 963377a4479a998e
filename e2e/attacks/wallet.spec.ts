import { expect, test } from '../fixtures'
import { addressField, alertOf, arrive, connectButton, expectConnected, signIn, walletAddress } from '../steps'
import { installWallet } from '../wallet/install'
import { newAccount, type WalletAccount } from '../wallet/keys'
import { anotherWallet, chooseWallet, expectMessage, openWallets, signButton, signatureInForm } from '../wallet/steps'
import { t } from '../texts'

/* A wallet is a stranger's script: what it calls itself, shows and answers is checked, or shown as text. */

const markup = '<img src="https://tracker.example/a.png" onerror="document.title=1">'
const isForeign = (address: string) => address.includes('tracker.example')

test('a wallet’s name is text, and its icon is fetched from nowhere', async ({ page, app, control }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const [name, icon] of [
    [markup, 'https://tracker.example/icon.png'],
    ['Script', 'javascript:alert(1)'],
    ['Page', 'data:text/html,<script>alert(1)</script>'],
  ] as const) {
    await installWallet(page, { name, icon })
  }
  await signIn(page, app)
  await arrive(page, control)
  await openWallets(page)
  await expect(page.getByRole('button', { name: markup })).toBeVisible()
  for (const image of await page.locator('main img').all()) {
    expect(await image.getAttribute('src')).toMatch(/^data:image\/|^\//)
  }
  expect(asked.filter(isForeign)).toEqual([])
  await expect(page).not.toHaveTitle('1')
})

test('an account that is no key connects nothing, and an address can still be typed', async ({
  page,
  app,
  control,
}) => {
  const accountOf = (bytes: number): WalletAccount => {
    const { privateKey } = newAccount()
    return { address: markup, privateKey: { ...privateKey, x: Buffer.alloc(bytes, 1).toString('base64url') } }
  }
  await installWallet(page, { name: 'Short', accounts: [accountOf(31)] })
  await installWallet(page, { name: 'Long', accounts: [accountOf(100_000)] })
  await signIn(page, app)
  await arrive(page, control)
  await chooseWallet(page, 'Short')
  await expectMessage(page, 'Short')
  await chooseWallet(page, 'Long')
  await expectMessage(page, 'Long')
  await page.getByRole('button', { name: t('wallet.enterAddress') }).click()
  await addressField(page).fill(walletAddress)
  await connectButton(page).click()
  await expectConnected(page)
  expect(await control.connections()).toMatchObject([{ address: walletAddress, proven: false }])
})

test('an answer that is no signature is not sent, and what a wallet throws is not shown', async ({
  page,
  app,
  control,
}) => {
  const wallet = await installWallet(page, { onSign: 'answer with text' })
  await signIn(page, app)
  await arrive(page, control)
  await chooseWallet(page)
  await signButton(page).click()
  await expectMessage(page, wallet.name)
  await expect(signatureInForm(page)).toHaveValue('')
  await wallet.behave({ onSign: 'throw markup' })
  await signButton(page).click()
  await expectMessage(page, wallet.name)
  await expect(alertOf(page)).not.toContainText('onerror')
  await expect(page).not.toHaveTitle('1')
  expect(await control.received('confirm')).toEqual([])

  // Another wallet of the same browser is not held up by it.
  await anotherWallet(page).click()
  await wallet.behave({ onSign: 'sign' })
  await chooseWallet(page)
  await signButton(page).click()
  await expectConnected(page)
  expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: true }])
})
