import { expect, test } from '../fixtures'
import { walletAddress } from '../harness/people'
import { addressInForm, alertOf, expectConnected } from '../connect/page-steps'
import { arrive, signInAndArrive, typeAndConnect } from '../steps'
import { installWallet } from '../wallet/install'
import { newAccount } from '../wallet/keys'
import {
  anotherWallet,
  chooseAnother,
  chooseWallet,
  expectMessage,
  listButton,
  signAndConnect,
  signButton,
  signatureInForm,
  stopWaiting,
  walletButton,
  walletRows,
} from '../wallet/steps'
import { t } from '../texts'

/* A wallet is an untrusted script. The page checks its name, icon and answers, or shows them as text. */

// A wallet of the first test throws this error.
test.use({ expectedErrors: [/This wallet is broken/] })

const markup = '<img src="https://tracker.example/a.png" onerror="document.title=1">'

test('the page shows what a wallet says only as text, and checks its answers', async ({ page, app, control }) => {
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  for (const [name, icon] of [
    [markup, 'https://tracker.example/icon.png'],
    ['Script', 'javascript:alert(1)'],
    ['Page', 'data:text/html,<script>alert(1)</script>'],
  ] as const) {
    await installWallet(page, { name, icon })
  }
  await installWallet(page, { name: 'Invalid', accounts: [{ ...newAccount(), address: markup }] })
  const wallet = await installWallet(page, { onSign: 'wrap', thrown: markup })
  await signInAndArrive(page, app, control)
  await test.step('names and icons', async () => {
    await expect(page.getByRole('button', { name: markup })).toBeVisible()
    for (const image of await page.locator('main img').all()) {
      expect(await image.getAttribute('src')).toMatch(/^data:image\/|^\//)
    }
    expect(requestedUrls.filter((url) => url.includes('tracker.example'))).toEqual([])
  })
  await test.step('a signature of another text, and an error with markup', async () => {
    await walletButton(page).click()
    await signButton(page).click()
    await expectMessage(page, wallet.name)
    await expect(signatureInForm(page)).toHaveValue('')
    await wallet.behave({ onSign: 'throw' })
    await signButton(page).click()
    await expectMessage(page, wallet.name)
    await expect(alertOf(page)).not.toContainText('onerror')
    expect(await control.received('confirm')).toEqual([])

    // The user can still choose a wallet and sign.
    await anotherWallet(page).click()
    await wallet.behave({ onSign: 'sign' })
    await walletButton(page).click()
    await signAndConnect(page)
    expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: true }])
  })
  await test.step('an invalid address, and a broken wallet, which is missing from the list', async () => {
    await arrive(page, control)
    await chooseWallet(page, 'Invalid')
    await expectMessage(page, 'Invalid')
    await expect(page).not.toHaveTitle('1')
    await expect(addressInForm(page)).toHaveValue('')
    await page.addInitScript(() => {
      const get = () => {
        throw new Error('This wallet is broken.')
      }
      Object.defineProperty(window, 'trustwallet', { get })
    })
    await page.reload()
    await listButton(page).click()
    await expect(page.getByText('Trust Wallet')).toHaveCount(0)
    await walletButton(page).click()
    await expect(signButton(page)).toBeVisible()
  })
  await test.step('a list that cannot be built, after which the user can type an address', async () => {
    await page.evaluate(() => {
      const get = () => {
        throw new Error('This wallet is broken.')
      }
      Object.defineProperty(navigator, 'userAgent', { get })
    })
    await anotherWallet(page).click()
    await typeAndConnect(page)
    await expectConnected(page)
    expect(await control.connections()).toMatchObject([{ address: walletAddress, proven: false }])
  })
})

/**
 * Registers broken wallets, and then more wallets than any user has. components/wallet/detected-wallets.test.ts has more
 * faults. It runs in the page, like an extension, so it must not use anything from outside this function.
 */
function brokenWallets(): void {
  const get = () => {
    throw new Error('This wallet is broken.')
  }
  const never = () => new Promise(() => {})
  const features = {
    'standard:connect': { version: '1.0.0', connect: never },
    'standard:events': { version: '1.0.0', on: () => () => {} },
    'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: ['legacy'], signTransaction: never },
    'solana:signMessage': { version: '1.0.0', signMessage: never },
  }
  const icon = 'data:image/png;base64,'
  const wallet = (name: string, change: object = {}) => ({
    version: '1.0.0',
    name,
    icon,
    chains: ['solana:mainnet'],
    accounts: [],
    features,
    ...change,
  })
  const wallets = [
    null,
    ...['name', 'icon', 'chains', 'features', 'accounts'].map((property) =>
      Object.defineProperty(wallet(`Without ${property}`), property, { get, enumerable: true }),
    ),
    wallet('Events fail', { features: { ...features, 'standard:events': { on: get } } }),
    wallet('W'.repeat(100_000)),
    wallet('\u202eReversed\u0000\n'),
    wallet('Twice'),
    wallet('Twice'),
    ...Array.from({ length: 500 }, (_, index) => wallet(`Crowd ${index}`)),
  ]
  type Api = { register: (registered: unknown) => unknown }
  const registerAll = ({ register }: Api) => {
    for (const one of wallets) register(one)
  }
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: registerAll }))
  window.addEventListener('wallet-standard:app-ready', (event) => registerAll((event as CustomEvent<Api>).detail))
}

test('the page limits broken wallets, and the good wallet can connect', async ({ page, app, control }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const wallet = await installWallet(page)
  await page.addInitScript(brokenWallets)
  await signInAndArrive(page, app, control)

  const rows = walletRows(page)
  const longName = page.getByRole('button', { name: 'WWW' })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  const expectGoodList = async () => {
    await expect(walletButton(page)).toBeVisible()
    await expect(longName).toBeVisible()
    expect(await rows.count()).toBeLessThanOrEqual(50)
    const names = await rows.allInnerTexts()
    expect(names.filter((name) => name.trim() === '' || name.startsWith('Without') || name.length > 80)).toEqual([])
    expect(names).toContain('Reversed')
    expect(names.filter((name) => name === 'Twice')).toHaveLength(2)
    expect(await width()).toBe(320)
  }
  await expectGoodList()
  await chooseWallet(page)
  await anotherWallet(page).click()
  await expectGoodList()
  await chooseWallet(page, 'Events fail')
  await expectMessage(page, t('wallet.unavailable.title'))
  await expectGoodList()

  await longName.click()
  await expect(stopWaiting(page)).toBeVisible()
  expect(await width()).toBe(320)
  await stopWaiting(page).click()
  await expectMessage(page, 'WWW')
  expect(await width()).toBe(320)
  await chooseAnother(page).click()
  await chooseWallet(page)
  await signAndConnect(page)
  expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: true }])
})
