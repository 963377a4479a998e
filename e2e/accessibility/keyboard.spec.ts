import { openConsole } from '../console/steps'
import { expect, test, waitForReact } from '../fixtures'
import { walletAddress } from '../harness/people'
import { addressField, connectButton, enterAddressButton, expectConnected, tabTo } from '../connect/page-steps'
import { signInAndArrive } from '../steps'
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
  // Nobody types before the page has loaded. React reports an error if a page that is still loading is left.
  await page.waitForLoadState()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Enter')
  await waitForReact(page)
  await tabTo(page, () => enterAddressButton(page))
  await page.keyboard.press('Enter')
  await expect(addressField(page)).toBeFocused()
  await page.keyboard.type(walletAddress)
  await tabTo(page, () => connectButton(page))
  await page.keyboard.press('Space')
  await expectConnected(page)
})

test('a user chooses and proves a wallet with only the keyboard', async ({ page, app, control }) => {
  const wallet = await installWallet(page)
  await signInAndArrive(page, app, control)
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

// e2e/console/conversions.spec.ts tests the focus and the announcement of the next page.
test('the first row of a list is at most 8 Tabs away with the button that skips to the table, and the next page 12', async ({
  page,
  app,
}) => {
  await openConsole(page, app, '/console/balances')
  await waitForReact(page, 'search form')
  await expect(page.getByRole('table')).toBeVisible()
  const skip = page.getByRole('button', { name: consoleT('layout.skip.table') })
  const toSkip = await tabTo(page, () => skip)
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  const toRow = await tabTo(page, () => page.locator('tbody').getByRole('link').first())
  expect(toSkip + toRow).toBeLessThanOrEqual(8)

  await page.reload()
  await waitForReact(page, 'search form')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const toNext = await tabTo(page, () => page.locator('main a', { hasText: /^Next$/ }))
  expect(1 + toNext).toBeLessThanOrEqual(12)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=2/)
})

test('no focused element is covered when a user tabs back and forth through the rows', async ({ page, app }) => {
  await openConsole(page, app, '/console/balances')
  await expect(page.getByRole('table')).toBeVisible()
  // The page itself looks at each focused element, before the next key moves the focus.
  await page.evaluate(() => {
    const covers: string[] = []
    Object.assign(window, { covers })
    addEventListener(
      'keydown',
      () => {
        const focused = document.activeElement ?? document.body
        const { left, top, width, height } = focused.getBoundingClientRect()
        const at = document.elementFromPoint(left + width / 2, top + height / 2)
        if (at !== null && !focused.contains(at) && !at.contains(focused)) covers.push(at.outerHTML.slice(0, 200))
      },
      true,
    )
  })
  const found = () => page.evaluate(() => (window as unknown as { covers: string[] }).covers)
  for (const viewport of [
    { width: 1280, height: 800 },
    // 1280 by 1024 at 400 %, and a phone, where the links to other pages are at the bottom.
    { width: 320, height: 256 },
    { width: 390, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    await page.getByRole('rowheader').nth(20).getByRole('link').focus()
    for (const key of [...Array<string>(30).fill('Shift+Tab'), ...Array<string>(40).fill('Tab'), 'Shift'])
      await page.keyboard.press(key)
    expect(await found(), `at ${viewport.width} by ${viewport.height}`).toEqual([])
  }
})
