import { t } from './texts'
import { expect, test } from './fixtures'
import { arrive, connectButton, expectConnected, signIn } from './steps'
import { installWallet } from './wallet/install'
import {
  anotherWallet,
  chooseWallet,
  expectAddress,
  expectMessage,
  openWallets,
  signatureInForm,
  signButton,
  stopWaiting,
  unsignedButton,
  walletButton,
} from './wallet/steps'

/*
 * Everything that people meet with their wallets. Each has a message of its own, to which the focus goes,
 * and each of these tests goes on to the end.
 */

const name = 'Test Wallet'

const whileConnecting = {
  decline: t('wallet.problem.declined.title', { wallet: name }),
  locked: t('wallet.problem.locked.title', { wallet: name }),
  'no account': t('wallet.problem.no_account.title', { wallet: name }),
} as const

test('while connecting: each is told, and the wallet can be asked again', async ({ page, app, control }) => {
  const wallet = await installWallet(page)
  await signIn(page, app)
  await arrive(page, control)
  for (const [onConnect, message] of Object.entries(whileConnecting) as [keyof typeof whileConnecting, string][]) {
    await wallet.behave({ onConnect })
    await chooseWallet(page)
    await expectMessage(page, message)
  }
  await wallet.behave({ onConnect: 'allow' })
  await walletButton(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await signButton(page).click()
  await expectConnected(page)
})

const whileSigning = {
  decline: t('wallet.problem.not_signed.title', { wallet: name }),
  locked: t('wallet.problem.locked.title', { wallet: name }),
  'sign something else': t('wallet.problem.wrong_signature.title', { wallet: name }),
  wrap: t('wallet.problem.wrong_signature.title', { wallet: name }),
  cut: t('wallet.problem.wrong_signature.title', { wallet: name }),
  'use second account': t('wallet.problem.wrong_signature.title', { wallet: name }),
} as const

test('while signing: each is told, nothing is sent, and the wallet can be asked again', async ({
  page,
  app,
  control,
}) => {
  const wallet = await installWallet(page)
  await signIn(page, app)
  await arrive(page, control)
  await chooseWallet(page)
  for (const [onSign, message] of Object.entries(whileSigning) as [keyof typeof whileSigning, string][]) {
    await wallet.behave({ onSign })
    // The press takes the focus off the message before, so the one that is focused is a new one.
    await signButton(page).click()
    await expectMessage(page, message)
    await expect(signatureInForm(page)).toHaveValue('')
  }
  expect(await control.received('confirm')).toEqual([])
  await wallet.behave({ onSign: 'sign' })
  await signButton(page).click()
  await expectConnected(page)
  expect(wallet.asked()).toHaveLength(Object.keys(whileSigning).length + 1)
  expect(await control.connections()).toMatchObject([{ proven: true }])
})

test('what a wallet signed wrongly can be left out', async ({ page, app, control }) => {
  await installWallet(page, { onSign: 'wrap' })
  await signIn(page, app)
  await arrive(page, control)
  await chooseWallet(page)
  await signButton(page).click()
  await expectMessage(page, t('wallet.connectUnsignedHint'))
  await unsignedButton(page).click()
  await expectConnected(page)
  expect(await control.connections()).toMatchObject([{ proven: false }])
})

test('the account switched, before and while signing', async ({ page, app, control }) => {
  const wallet = await installWallet(page, { onSign: 'never answer' })
  await signIn(page, app)
  await arrive(page, control)
  await chooseWallet(page)
  await expect(signButton(page)).toBeVisible()
  await wallet.switchTo(1)
  await expectMessage(page, t('wallet.problem.switched.title', { wallet: name }))
  await expectMessage(page, wallet.address)
  await expectMessage(page, wallet.secondAddress)
  await expectAddress(page, wallet.secondAddress)
  await expect(signatureInForm(page)).toHaveValue('')

  // The press takes the focus off that message.
  await signButton(page).click()
  await expect.poll(() => wallet.asked()).toHaveLength(1)
  await wallet.switchTo(0)
  await expectMessage(page, t('wallet.problem.switched.title', { wallet: name }))
  await expectAddress(page, wallet.address)
  await wallet.answerLate()
  await expectAddress(page, wallet.address)
  await expect(signatureInForm(page)).toHaveValue('')

  await wallet.switchTo(1)
  await expectAddress(page, wallet.secondAddress)
  await wallet.behave({ onSign: 'sign' })
  await signButton(page).click()
  await expectConnected(page)
  expect(await control.connections()).toMatchObject([{ address: wallet.secondAddress, proven: true }])
})

test('the wallet disconnected, before and while signing', async ({ page, app, control }) => {
  const wallet = await installWallet(page, { onSign: 'never answer' })
  await signIn(page, app)
  await arrive(page, control)
  for (const when of ['before signing', 'while signing'] as const) {
    await chooseWallet(page)
    await expect(signButton(page)).toBeVisible()
    if (when === 'while signing') {
      await signButton(page).click()
      await expect.poll(() => wallet.asked()).toHaveLength(1)
    }
    await wallet.disconnect()
    await expectMessage(page, t('wallet.problem.disconnected.title', { wallet: name }))
    await expect(signatureInForm(page)).toHaveValue('')
    await expectAddress(page, '')
  }
  await wallet.behave({ onSign: 'sign' })
  await walletButton(page).click()
  await signButton(page).click()
  await expectConnected(page)
})

test('a wallet that cannot sign a text connects without a proof, where none is required', async ({
  page,
  app,
  control,
}) => {
  const wallet = await installWallet(page, { canSign: false })
  await signIn(page, app)
  await arrive(page, control)
  await chooseWallet(page)
  await expectMessage(page, t('wallet.problem.cannot_sign.title', { wallet: name }))
  await expectMessage(page, t('wallet.connectUnsignedHint'))
  await expect(signButton(page)).toHaveCount(0)
  await connectButton(page).click()
  await expectConnected(page)
  expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: false }])
})

test.describe('a wallet that never answers', () => {
  test('while connecting: a late answer is ignored, and it can be tried again', async ({ page, app, control }) => {
    const wallet = await installWallet(page, { onConnect: 'never answer' })
    const other = await installWallet(page, { name: 'Second Wallet' })
    await signIn(page, app)
    await arrive(page, control)
    await chooseWallet(page)
    await expect(page.getByRole('heading', { name: t('wallet.waiting', { wallet: name }) })).toBeFocused()
    await stopWaiting(page).click()
    await expectMessage(page, t('wallet.problem.given_up.title', { wallet: name }))
    await walletButton(page, 'Second Wallet').click()
    await expectAddress(page, other.address)
    await wallet.answerLate()
    await expect(signButton(page)).toBeVisible()
    await expectAddress(page, other.address)
    await anotherWallet(page).click()
    await walletButton(page).click()
    await expectAddress(page, wallet.address)
  })

  test('while connecting: pressed again, the first answer serves the second press; and while signing', async ({
    page,
    app,
    control,
  }) => {
    const wallet = await installWallet(page, { onConnect: 'never answer', onSign: 'never answer' })
    await signIn(page, app)
    await arrive(page, control)
    await chooseWallet(page)
    await stopWaiting(page).click()
    await walletButton(page).click()
    await expect(page.getByRole('heading', { name: t('wallet.waiting', { wallet: name }) })).toBeFocused()
    await wallet.answerLate()
    await expectAddress(page, wallet.address)

    await signButton(page).click()
    await expect.poll(() => wallet.asked()).toHaveLength(1)
    await stopWaiting(page).click()
    await expectMessage(page, t('wallet.problem.given_up.title', { wallet: name }))
    await wallet.answerLate()
    await expect(signButton(page)).toBeVisible()
    await expect(signatureInForm(page)).toHaveValue('')
    await wallet.behave({ onSign: 'sign' })
    await signButton(page).click()
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ proven: true }])
  })
})

test.describe('the link is gone', () => {
  test.use({ expectedErrors: [/status of 404/] })
  test('before signing', async ({ page, app, control }) => {
    const wallet = await installWallet(page)
    await signIn(page, app)
    await arrive(page, control)
    await chooseWallet(page)
    await page.context().clearCookies({ name: /^connect-hold-/ })
    await signButton(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nothingToConnect.title'))
    await expect(page.getByRole('link', { name: t('nothingToConnect.profileLink') })).toBeVisible()
    expect(wallet.asked()).toEqual([])
  })

  test('while signing', async ({ page, app, control }) => {
    const wallet = await installWallet(page, { onSign: 'never answer' })
    await signIn(page, app)
    await arrive(page, control)
    await chooseWallet(page)
    await signButton(page).click()
    await expect.poll(() => wallet.asked()).toHaveLength(1)
    await page.context().clearCookies({ name: /^connect-hold-/ })
    await wallet.answerLate()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nothingToConnect.title'))
    expect(await control.received('confirm')).toEqual([])
  })
})

test('another link opened in another tab: what is signed and connected is this page’s own', async ({
  page,
  app,
  control,
  context,
}) => {
  const wallet = await installWallet(page)
  await signIn(page, app)
  const own = await arrive(page, control)
  await chooseWallet(page)
  await (await context.newPage()).goto((await control.pressConnect('bob')).link)
  await signButton(page).click()
  await expectConnected(page)
  expect(wallet.asked()).toEqual([`service-connect:${own.request_id}:${own.nonce}`])
  expect(await control.connections()).toMatchObject([{ account: 'alice', proven: true }])
})

test('a press while the wallet is still asked sends nothing, and leads to what is waited for', async ({
  page,
  app,
  control,
}) => {
  const wallet = await installWallet(page, { onSign: 'never answer' })
  await signIn(page, app)
  await arrive(page, control)
  await chooseWallet(page)
  await signButton(page).click()
  await expect.poll(() => wallet.asked()).toHaveLength(1)
  await page.getByRole('button', { name: t('wallet.waiting', { wallet: name }) }).press('Enter')
  await expect(page.getByRole('heading', { name: /^Waiting for/ })).toBeFocused()
  expect(await control.received('confirm')).toEqual([])
  await wallet.answerLate()
  await expectConnected(page)
  expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: true }])
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/] })

  test('the list cannot be loaded, nor can what is to be signed; with one again, both can', async ({
    page,
    app,
    control,
    context,
  }) => {
    await installWallet(page)
    await signIn(page, app)
    await arrive(page, control)
    await context.setOffline(true)
    await openWallets(page)
    await expectMessage(page, t('wallet.unavailable.title'))
    await context.setOffline(false)
    await chooseWallet(page)
    await expect(signButton(page)).toBeVisible()

    await context.setOffline(true)
    await signButton(page).click()
    await expectMessage(page, t('wallet.problem.site_offline.title'))
    await context.setOffline(false)
    await signButton(page).click()
    await expectConnected(page)
  })
})
