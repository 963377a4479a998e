import { violationsOf } from '../accessibility/axe'
import { literally, t } from '../texts'
import { expect, test, waitForReact } from '../fixtures'
import { addressField, alertOf, connectButton, enterAddressButton, expectConnected } from './page-steps'
import { arrive, signIn, typeAndConnect } from '../steps'
import { installWallet } from '../wallet/install'
import { newAccount } from '../wallet/keys'
import {
  anotherWallet,
  chooseWallet,
  expectAddress,
  expectMessage,
  openWallets,
  signatureInForm,
  signButton,
  signedNote,
  unsignedButton,
  walletButton,
  walletList,
  walletRows,
} from '../wallet/steps'

/*
 * A wallet of the Wallet Standard signs in the browser. The stand-in of the service checks the signature with a
 * different library than the app.
 */

test('the page keeps the signature of a press that the service refuses', async ({ page, app, control }) => {
  const first = await installWallet(page, { onSign: 'never answer' })
  const second = await installWallet(page, { name: 'Second Wallet' })
  await signIn(page, app)
  const { nonce } = await arrive(page, control)
  const places: string[] = []
  const look = async () => places.push(await page.content(), JSON.stringify(await page.context().storageState()))
  await test.step('a forged signature: the message has the focus, and the wallet can sign again', async () => {
    await look()
    await chooseWallet(page)
    // React does not change the field after the wallet has connected.
    await expect(unsignedButton(page)).toBeVisible()
    await signatureInForm(page).evaluate((input: HTMLInputElement, forged) => (input.value = forged), '5'.repeat(88))
    await Promise.all([page.waitForEvent('load'), unsignedButton(page).click()])
    await expectMessage(page, t('wallet.refused.refused.title'))
    await expectMessage(page, t('wallet.refused.refused.text'))
    await expect(signedNote(page)).toHaveCount(0)
    await expect(signatureInForm(page)).toHaveValue('')
    expect(await control.received('confirm')).toEqual([])
    await waitForReact(page)
  })
  await test.step('another wallet: the page drops the signature of the first one', async () => {
    await chooseWallet(page)
    await look()
    await control.script('confirm', { status: 200, text: '' })
    await signButton(page).click()
    await expect.poll(() => first.asked()).toHaveLength(1)
    await look()
    await first.answerLate()
    await expect(signedNote(page)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(first.address)
    await look()
    await waitForReact(page)
    await anotherWallet(page).click()
    await expect(signatureInForm(page)).toHaveValue('')
    await expectAddress(page, '')
  })
  await test.step('the same wallet: the page sends the signature again without asking the wallet', async () => {
    await chooseWallet(page, second.name)
    await control.script('confirm', { status: 200, text: '' })
    await signButton(page).click()
    await expect(alertOf(page)).toContainText(t('refused.title.answer_unreadable'))
    await expect(signedNote(page)).toBeVisible()
    await page.reload()
    await connectButton(page).click()
    await expectConnected(page)
    expect(second.asked()).toHaveLength(1)
    expect(await control.connections()).toMatchObject([{ address: second.address, proven: true }])
  })
  await test.step('no page has contained the text that a wallet signs', async () => {
    expect(first.asked().join()).toContain(nonce)
    expect(places.filter((place) => place.includes(nonce))).toEqual([])
    expect(app.output()).not.toContain(nonce)
  })
})

test('the list has each wallet once, a link to each missing wallet, and another wallet at any time', async ({
  page,
  app,
  control,
}) => {
  const first = await installWallet(page)
  await installWallet(page, { name: 'Phantom', accounts: [newAccount()] })
  await installWallet(page, { name: '<b>Odd</b>', icon: 'https://tracker.example/icon.png' })
  const trust = await installWallet(page, { name: 'Trust', accounts: [newAccount()], registers: 'when told' })
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
  await trust.register()
  await expect(list.getByRole('link')).toHaveText([/^Solflare/, /^Backpack/, /^Coinbase Wallet/])

  await walletButton(page, 'Phantom').click()
  await expect(page.getByRole('heading', { name: `Phantom ${t('wallet.isConnected')}` })).toBeFocused()
  await test.step('another wallet or a typed address can replace the chosen wallet', async () => {
    await expect(addressField(page)).toHaveCount(0)
    await expect(enterAddressButton(page)).toHaveCount(0)
    await anotherWallet(page).click()
    await expect(page.getByRole('heading', { name: t('wallet.choose') })).toBeFocused()
    await expect(signatureInForm(page)).toHaveValue('')
    await expectAddress(page, '')

    await walletButton(page).click()
    await expectAddress(page, first.address)
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
})
