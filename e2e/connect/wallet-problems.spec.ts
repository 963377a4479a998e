import { t } from '../texts'
import { expect, test, waitForReact } from '../fixtures'
import { alertOf, connectButton, expectConnected, loseLinks } from './page-steps'
import { arrive, signIn } from '../steps'
import { installWallet } from '../wallet/install'
import {
  anotherWallet,
  chooseWallet,
  expectAddress,
  expectMessage,
  expectWaiting,
  openWallets,
  signAndConnect,
  signatureInForm,
  signButton,
  slowLine,
  stopWaiting,
  unsignedButton,
  walletButton,
} from '../wallet/steps'

/*
 * The problems that users have with their wallets. Each problem has a message, which takes the focus, and each test
 * continues until the wallet is connected. `components/wallet/wallet-calls.test.ts` has all that wallets throw,
 * and `wallet-session.test.ts` beside it all that they do late, twice or never.
 */

const name = 'Test Wallet'

test('a proof is optional, and a wallet that refuses or fails gets a message', async ({ page, app, control }) => {
  const wallet = await installWallet(page)
  const unable = await installWallet(page, { name: 'Unable Wallet', canSign: false, registers: 'when told' })
  const expectProblem = async (kind: 'declined' | 'not_signed') => {
    await expectMessage(page, t(`wallet.problem.${kind}.title`, { wallet: name }))
    await expect(alertOf(page)).toHaveAccessibleName(t(`wallet.problem.${kind}.title`, { wallet: name }))
  }
  await signIn(page, app)
  await test.step('a wallet that cannot sign, and registers after the page has loaded, connects without a proof', async () => {
    await arrive(page, control)
    await expect(walletButton(page)).toBeVisible()
    await expect(walletButton(page, unable.name)).toHaveCount(0)
    await unable.register()
    await walletButton(page, unable.name).click()
    await expectMessage(page, t('wallet.problem.cannot_sign.title', { wallet: unable.name }))
    await expect(signButton(page)).toHaveCount(0)
    await connectButton(page).click()
    await expectConnected(page)
    expect(unable.asked()).toEqual([])
    expect(await control.connections()).toMatchObject([{ address: unable.address, proven: false }])
  })
  await test.step('a problem while connecting has a message, which disappears when the wallet connects', async () => {
    const { link, request_id: requestId } = await control.pressConnect('bob')
    await page.goto(link)
    await waitForReact(page)
    await wallet.behave({ onConnect: 'decline' })
    await chooseWallet(page)
    await expectProblem('declined')
    // The page has also reported the problem to support.
    const line = `"event":"wallet failed","requestId":"${requestId}","reason":"declined"`
    await expect.poll(() => app.output()).toContain(line)
    await wallet.behave({ onConnect: 'allow' })
    await walletButton(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  })
  await test.step('the user can connect without a signature after a wrong one', async () => {
    await wallet.behave({ onSign: 'wrap' })
    await signButton(page).click()
    await expectMessage(page, t('wallet.problem.wrong_signature.text'))
    await unsignedButton(page).click()
    await expectConnected(page)
    const call = (await control.received('confirm')).at(-1)
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ wallet_address: wallet.address })
    expect(call?.body).not.toContain('"signature"')
    expect(wallet.asked()).toHaveLength(1)
    expect(await control.connections()).toMatchObject([{}, { account: 'bob', address: wallet.address, proven: false }])
  })
  await test.step('a problem while signing has a message, and the signature then replaces the unproven connection', async () => {
    const { request_id, nonce } = await arrive(page, control)
    await chooseWallet(page)
    await expect(page.getByRole('main')).toContainText(t('wallet.signing'))
    await wallet.behave({ onSign: 'decline' })
    await signButton(page).click()
    await expectProblem('not_signed')
    await expect(signatureInForm(page)).toHaveValue('')
    // A hardware wallet behind the wallet can be the reason.
    await expectMessage(page, t('wallet.hardwareHint'))
    expect(await control.received('confirm')).toHaveLength(2)
    await wallet.behave({ onSign: 'sign' })
    await signAndConnect(page)
    expect(wallet.asked().slice(1)).toEqual(Array(2).fill(`service-connect:${request_id}:${nonce}`))
    expect(await control.connections()).toMatchObject([{ account: 'alice', address: wallet.address, proven: true }])
  })
})

test('the page follows a wallet that never answers, disconnects or switches its account', async ({
  page,
  app,
  control,
}) => {
  const wallet = await installWallet(page, { onConnect: 'never answer', onSign: 'never answer' })
  const other = await installWallet(page, { name: 'Second Wallet' })
  await signIn(page, app)
  await arrive(page, control)
  const giveUp = async (instruction: string) => {
    await expectWaiting(page, name, instruction)
    await stopWaiting(page).click()
    await expectMessage(page, t('wallet.problem.given_up.title', { wallet: name }))
  }
  await test.step('while connecting: the user can stop waiting and choose another wallet', async () => {
    await chooseWallet(page)
    await giveUp(t('wallet.approve'))
    await walletButton(page, other.name).click()
    await expectAddress(page, other.address)
    await wallet.answerLate()
    await expectAddress(page, other.address)
    await anotherWallet(page).click()
    await expect(page.getByRole('heading', { name: t('wallet.choose') })).toBeFocused()
    await expect(alertOf(page)).toHaveCount(0)
    await walletButton(page).click()
    await expectAddress(page, wallet.address)
  })
  await test.step('while signing: a press sends nothing and moves the focus to the waiting message', async () => {
    await signButton(page).click()
    await expect.poll(() => wallet.asked()).toHaveLength(1)
    await page.getByRole('button', { name: t('wallet.waiting', { wallet: name }) }).press('Enter')
    await expectWaiting(page, name, t('wallet.sign'))
    expect(await control.received('confirm')).toEqual([])
    await giveUp(t('wallet.sign'))
  })
  await test.step('the wallet disconnects', async () => {
    await wallet.disconnect()
    await expectMessage(page, t('wallet.problem.disconnected.title', { wallet: name }))
    await expectAddress(page, '')
  })
  await test.step('the account switches', async () => {
    await wallet.behave({ onConnect: 'allow' })
    await walletButton(page).click()
    await expect(signButton(page)).toBeVisible()
    await wallet.switchTo(1)
    await expectMessage(page, t('wallet.problem.switched.title', { wallet: name }))
    for (const address of [wallet.address, wallet.secondAddress]) {
      await expect(page.getByRole('definition').filter({ hasText: address })).toBeVisible()
      await expect(alertOf(page)).not.toContainText(address)
    }
    await expectAddress(page, wallet.secondAddress)
    await wallet.behave({ onSign: 'sign' })
    await signAndConnect(page)
    expect(await control.connections()).toMatchObject([{ address: wallet.secondAddress, proven: true }])
  })
})

test.describe('the link', () => {
  test.use({ expectedErrors: [/status of 404|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/] })

  test('is signed and sent only while the browser holds it and is online', async ({ page, app, control, context }) => {
    await slowLine(page)
    const wallet = await installWallet(page)
    await signIn(page, app)
    await test.step('the list of wallets loads when the connection is back', async () => {
      await arrive(page, control)
      await context.setOffline(true)
      await openWallets(page)
      await expectMessage(page, t('wallet.unavailable.title'))
      await context.setOffline(false)
      await chooseWallet(page)
      await expect(signButton(page)).toBeVisible()
    })
    await test.step('the link is gone before signing', async () => {
      await loseLinks(page)
      await signButton(page).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nothingToConnect.title'))
      await expect(page.getByRole('link', { name: t('nothingToConnect.profileLink') })).toBeVisible()
      expect(wallet.asked()).toEqual([])
    })
    await test.step('the link is gone while signing', async () => {
      await arrive(page, control)
      await wallet.behave({ onSign: 'never answer' })
      await chooseWallet(page)
      await signButton(page).click()
      await expect.poll(() => wallet.asked()).toHaveLength(1)
      await loseLinks(page)
      await wallet.answerLate()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nothingToConnect.title'))
      expect(await control.received('confirm')).toEqual([])
    })
    await test.step('the text to sign loads when the connection is back, for the page’s link and no newer one', async () => {
      const pageLink = await arrive(page, control)
      await chooseWallet(page)
      await context.setOffline(true)
      await signButton(page).click()
      await expectMessage(page, t('wallet.problem.site_offline.title'))
      await context.setOffline(false)
      const newer = await page.request.get((await control.pressConnect('bob')).link)
      expect(await newer.text()).toContain(t('whichLink.title'))
      // The wallet signs for no link before the user has said which one is theirs.
      await signButton(page).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('whichLink.title'))
      expect(wallet.asked()).toHaveLength(1)
      await page
        .getByRole('listitem')
        .nth(1)
        .getByRole('button', { name: t('whichLink.choose') })
        .click()
      await chooseWallet(page)
      await signAndConnect(page)
      expect(wallet.asked().slice(1)).toEqual([`service-connect:${pageLink.request_id}:${pageLink.nonce}`])
      expect(await control.connections()).toMatchObject([{ account: 'alice', proven: true }])
    })
  })
})
