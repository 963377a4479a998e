import { openConsole } from '../console/steps'
import { expect, test } from '../fixtures'
import { walletAddress } from '../harness/people'
import { addressField, connectButton, expectConnected, tabTo } from '../connect/page-steps'
import { arrive, signIn } from '../steps'
import { installWallet } from '../wallet/install'
import { signButton, walletButton } from '../wallet/steps'
import { consoleT, t } from '../texts'

test('a user connects with only the keyboard', async ({ page, app, control, standIn }) => {
  await control.set({ connectUrl: `${app.origin}/connect` })
  await page.goto(standIn.profileUrl)
  await page.getByRole('button', { name: 'Connect' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/signin/)
  // The only field has the focus when the page opens.
  await expect(page.getByRole('textbox', { name: t('signIn.demo.nameLabel') })).toBeFocused()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Enter')
  await expect(connectButton(page)).toBeVisible()
  await tabTo(page, () => addressField(page))
  await page.keyboard.type(walletAddress)
  await tabTo(page, () => connectButton(page))
  await page.keyboard.press('Space')
  await expectConnected(page)
})

test('a user chooses and proves a wallet with only the keyboard', async ({ page, app, control }) => {
  const wallet = await installWallet(page)
  await signIn(page, app)
  await arrive(page, control)
  await tabTo(page, () => walletButton(page))
  await page.keyboard.press('Space')
  await expect(page.getByRole('heading', { name: `${wallet.name} ${t('wallet.isConnected')}` })).toBeFocused()
  await tabTo(page, () => signButton(page))
  await page.keyboard.press('Enter')
  await expectConnected(page)
  expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: true }])
})

test('an operator skips the navigation, or uses it, with only the keyboard', async ({ page, app }) => {
  const skip = page.getByRole('link', { name: consoleT('layout.skip.content') })
  const balances = page.getByRole('link', { name: 'Balances', exact: true })
  await openConsole(page, app)
  await tabTo(page, () => skip)
  await expect(skip).toBeInViewport()
  await tabTo(page, () => balances)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Balances')
  await expect(balances).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await skip.focus()
  await page.keyboard.press('Enter')
  await tabTo(page, () => page.getByRole('link', { name: consoleT('overview.counts.pending.title') }))
})
