import { violationsOf } from '../accessibility/axe'
import { t } from '../texts'
import { expect, test, waitForReact } from '../fixtures'
import {
  addressField,
  alertOf,
  connectButton,
  enterAddressButton,
  expectConnected,
  loseLinks,
  otherWays,
  showAddressField,
} from './page-steps'
import { arrive, signIn, signInAndArrive, typeAndConnect } from '../steps'
import { installWallet } from '../wallet/install'
import { newAccount } from '../wallet/keys'
import {
  anotherWallet,
  chooseAnother,
  chooseWallet,
  expectAddress,
  expectMessage,
  expectWaiting,
  signAndConnect,
  signatureInForm,
  signButton,
  signedNote,
  slowLine,
  stopWaiting,
  tryAgain,
  unsignedButton,
  walletButton,
  walletList,
  walletRows,
} from '../wallet/steps'

/*
 * A wallet of the Wallet Standard signs in the browser. The stand-in of the service checks the signature with a
 * different library than the app. `components/wallet/wallet-calls.test.ts` has all that wallets throw, and
 * `wallet-session.test.ts` beside it all that they do late, twice or never.
 */

const name = 'Test Wallet'

test('the page keeps the signature of a press that the service refuses', async ({ page, app, control }) => {
  const first = await installWallet(page, { onSign: 'never answer' })
  const second = await installWallet(page, { name: 'Second Wallet' })
  const { nonce } = await signInAndArrive(page, app, control)
  const places: string[] = []
  const look = async () => places.push(await page.content(), JSON.stringify(await page.context().storageState()))
  await test.step('a forged signature: the message has the focus, and the wallet can sign again', async () => {
    await look()
    await chooseWallet(page)
    await expect(unsignedButton(page)).toBeVisible()
    await signatureInForm(page).evaluate((input: HTMLInputElement, forged) => {
      // React would restore the value of its own field at the press.
      const copy = input.cloneNode() as HTMLInputElement
      copy.value = forged
      input.replaceWith(copy)
    }, '5'.repeat(88))
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
    await expect(signButton(page)).toBeVisible()
    await expect(alertOf(page)).toHaveCount(0)
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

test('the list has each wallet once, the last one first, and another wallet at any time', async ({
  page,
  app,
  control,
}) => {
  const first = await installWallet(page)
  await installWallet(page, { name: 'Phantom', accounts: [newAccount()] })
  await installWallet(page, { name: '<b>Odd</b>', icon: 'https://tracker.example/icon.png' })
  const trust = await installWallet(page, { name: 'Trust', accounts: [newAccount()], registers: 'when told' })
  await signInAndArrive(page, app, control)
  const list = walletList(page)
  await expect(walletRows(page)).toHaveText([name, 'Phantom', '<b>Odd</b>'])
  expect(await violationsOf(page)).toEqual([])
  const icons = await list.locator('img').all()
  expect(await Promise.all(icons.map((icon) => icon.getAttribute('src')))).toEqual(
    Array.from({ length: 2 }, () => expect.stringMatching(/^data:image\//)),
  )
  for (const icon of icons) {
    expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
  await trust.register()
  await expect(walletRows(page)).toHaveText([name, 'Phantom', '<b>Odd</b>', 'Trust'])
  await otherWays(page).click()
  await expect(page.getByText(t('wallet.phone.button'))).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await walletButton(page, 'Phantom').click()
  await expect(page.getByRole('heading', { name: `Phantom ${t('wallet.isConnected')}` })).toBeFocused()
  await test.step('a typed address can replace the chosen wallet, and nothing connects by itself', async () => {
    await expect(addressField(page)).toHaveCount(0)
    await expect(enterAddressButton(page)).toHaveCount(0)
    await page.reload()
    await expect(walletRows(page)).toHaveText([`Phantom${t('wallet.lastUsed')}`, name, '<b>Odd</b>'])
    await expect(walletButton(page, 'Phantom')).toHaveAccessibleDescription(t('wallet.lastUsed'))
    await expect(signButton(page)).toHaveCount(0)
    const [origin] = (await page.context().storageState()).origins
    expect(origin?.localStorage).toEqual([{ name: 'last-wallet', value: 'Phantom' }])

    await walletButton(page).click()
    await expectAddress(page, first.address)
    await anotherWallet(page).click()
    await expect(walletRows(page).first()).toBeFocused()
    await expectAddress(page, '')
    await showAddressField(page)
    await expect(addressField(page)).toBeFocused()
    await typeAndConnect(page)
    await expectConnected(page)
  })
})

test('a proof is optional, and a wallet that refuses or fails gets a message with the focus', async ({
  page,
  app,
  control,
}) => {
  const wallet = await installWallet(page, { onConnect: 'decline', onSign: 'wrap' })
  const unable = await installWallet(page, { name: 'Unable Wallet', canSign: false, registers: 'when told' })
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
  await test.step('after a wrong signature, the user can connect without one', async () => {
    const { link, request_id } = await control.pressConnect('bob')
    await page.goto(link)
    await waitForReact(page)
    await chooseWallet(page)
    const title = t('wallet.problem.declined.title', { wallet: name })
    await expectMessage(page, title)
    // The page has also reported the problem to support.
    const line = `"event":"wallet failed","requestId":"${request_id}","reason":"declined"`
    await expect.poll(() => app.output()).toContain(line)
    await wallet.behave({ onConnect: 'allow' })
    await tryAgain(page).click()
    await expect(page.getByRole('main')).toContainText(t('wallet.signing'))
    await expect(alertOf(page)).toHaveCount(0)

    await signButton(page).click()
    await expectMessage(page, t('wallet.problem.wrong_signature.text'))
    // A hardware wallet behind the wallet can be the reason.
    await expectMessage(page, t('wallet.hardwareHint'))
    await expect(signatureInForm(page)).toHaveValue('')
    await unsignedButton(page).click()
    await expectConnected(page)
    const call = (await control.received('confirm')).at(-1)
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ wallet_address: wallet.address })
    expect(call?.body).not.toContain('"signature"')
    expect(await control.connections()).toMatchObject([{}, { account: 'bob', address: wallet.address, proven: false }])
  })
})

test('the user can stop waiting for a wallet, and the page follows it to another account', async ({
  page,
  app,
  control,
}) => {
  const wallet = await installWallet(page, { onConnect: 'never answer', onSign: 'never answer' })
  const { nonce, request_id } = await signInAndArrive(page, app, control)
  const giveUp = async (request: 'connecting' | 'signing') => {
    await expectWaiting(page, name, request)
    await stopWaiting(page).click()
    await expectMessage(page, t('wallet.problem.given_up.title', { wallet: name }))
  }
  await chooseWallet(page)
  await giveUp('connecting')
  await chooseAnother(page).click()
  await expect(walletRows(page).first()).toBeFocused()
  await wallet.behave({ onConnect: 'allow' })
  await walletButton(page).click()
  await test.step('while it signs, the page has no button that sends, and can ask again', async () => {
    await signButton(page).click()
    await expect.poll(() => wallet.asked()).toHaveLength(1)
    await expectWaiting(page, name, 'signing')
    await expect(page.getByRole('main').getByRole('button')).toHaveText([
      t('refused.tryAgain'),
      t('wallet.stopWaiting'),
      t('confirm.cancel'),
    ])
    await tryAgain(page).click()
    await expect.poll(() => wallet.asked()).toHaveLength(2)
    expect(await control.received('confirm')).toEqual([])
    await giveUp('signing')
  })
  await wallet.switchTo(1)
  await expectMessage(page, t('wallet.problem.switched.title', { wallet: name }))
  for (const address of [wallet.address, wallet.secondAddress]) {
    await expect(page.getByRole('definition').filter({ hasText: address })).toBeVisible()
    await expect(alertOf(page)).not.toContainText(address)
  }
  await expectAddress(page, wallet.secondAddress)
  await wallet.behave({ onSign: 'sign' })
  await signAndConnect(page)
  expect(wallet.asked()).toEqual(Array(3).fill(`service-connect:${request_id}:${nonce}`))
  expect(await control.connections()).toMatchObject([{ address: wallet.secondAddress, proven: true }])
})

test.describe('the link', () => {
  test.use({ expectedErrors: [/status of 404|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/] })

  test('is signed and sent only while the browser holds it and is online', async ({ page, app, control, context }) => {
    await slowLine(page)
    const wallet = await installWallet(page, { onSign: 'never answer' })
    await signIn(page, app)
    await test.step('the link is gone while signing', async () => {
      await arrive(page, control)
      await context.setOffline(true)
      await walletButton(page).click()
      await expectMessage(page, t('wallet.unavailable.title'))
      await context.setOffline(false)
      await chooseWallet(page)
      await signButton(page).click()
      await expect.poll(() => wallet.asked()).toHaveLength(1)
      await loseLinks(page)
      await wallet.answerLate()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nothingToConnect.title'))
      expect(await control.received('confirm')).toEqual([])
    })
    await test.step('the text to sign loads when the connection is back, but not beside a newer link', async () => {
      await arrive(page, control)
      await chooseWallet(page)
      await context.setOffline(true)
      await signButton(page).click()
      await expectMessage(page, t('wallet.problem.site_offline.title'))
      await context.setOffline(false)
      await page.request.get((await control.pressConnect('bob')).link)
      // The wallet signs for no link before the user has said which one is theirs.
      await signButton(page).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('whichLink.title'))
      expect(wallet.asked()).toHaveLength(1)
    })
  })
})
