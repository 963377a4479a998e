import type { Page } from 'playwright/test'
import { expect, test } from '../fixtures'
import { addressField, connectButton, expectConnected } from './page-steps'
import { arrive, expectBackAtService, signIn, signInAndArrive, typeAndConnect } from '../steps'
import { installWallet } from '../wallet/install'
import { signButton, slowLine, walletButton } from '../wallet/steps'

/** Returns the scripts with the wallet part that a page has loaded so far. */
function walletScriptsOf(page: Page): () => string[] {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text().catch(() => ''))
  })
  return () => scripts.filter((script) => script.includes('WalletNotReadyError'))
}

test('the wallet part loads when the page is idle, without moving anything', async ({ page, app, control }) => {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      sources: { node: Element | null }[]
    }
    new PerformanceObserver((list) => {
      const moved = (list.getEntries() as Shift[]).flatMap(({ sources }) => sources.map(({ node }) => node?.nodeName))
      const { dataset } = document.documentElement
      dataset.moves = `${dataset.moves ?? ''} ${moved.join()}`
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const walletScripts = walletScriptsOf(page)
  const expectLoadedWithoutMoves = async (times: number) => {
    await expect.poll(() => walletScripts().length).toBe(times)
    // The script runs before the next idle moment, and the observer reports after the next frame.
    await page.evaluate(
      () => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(done)))),
    )
    expect(await page.evaluate(() => document.documentElement.dataset.moves)).toBeUndefined()
  }
  await signInAndArrive(page, app, control)
  await expectLoadedWithoutMoves(1)
  // The HTML of the page names fewer scripts.
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const html = await (await page.request.get(`${app.origin}/connect/confirm`)).text()
  expect(loaded.filter((path) => path.endsWith('.js') && !html.includes(path))).not.toEqual([])

  for (const name of ['Test Wallet', 'Second Wallet']) await installWallet(page, { name })
  await page.reload()
  await expect(walletButton(page, 'Second Wallet')).toBeVisible()
  await expectLoadedWithoutMoves(2)
})

test.describe('on a slow connection', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('the wallet part loads on hover and only from this app, and the user can type the address without it', async ({
    page,
    app,
    control,
    standIn,
    context,
  }) => {
    const requestedOrigins = new Set<string>()
    context.on('request', (request) => requestedOrigins.add(new URL(request.url()).origin))
    context.on('page', (opened) => requestedOrigins.add(`a window for ${opened.url()}`))
    page.on('websocket', (socket) => requestedOrigins.add(new URL(socket.url()).origin))
    const walletScripts = walletScriptsOf(page)
    const scripts = '**/_next/static/chunks/*.js'
    await slowLine(page)
    await signIn(page, app)
    await installWallet(page)
    await test.step('the button shows that the wallet part loads', async () => {
      await arrive(page, control)
      let letThrough = () => {}
      const released = new Promise<void>((resolve) => (letThrough = resolve))
      await page.route(scripts, async (route) => {
        await released
        await route.continue()
      })
      const busy = walletButton(page)
      await busy.click()
      await expect(busy).toBeFocused()
      await expect(busy).toHaveAttribute('aria-disabled', 'true')
      await typeAndConnect(page)
      await expectConnected(page)
      // The page with the requests has gone.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      letThrough()
    })
    await test.step('the wallet part loads on hover, and no other site receives a request until the end', async () => {
      await arrive(page, control)
      await page.waitForLoadState('networkidle')
      expect(walletScripts()).toEqual([])

      await walletButton(page).hover()
      await expect.poll(() => walletScripts().length).toBe(1)
      await walletButton(page).click()
      await expect(signButton(page)).toBeVisible()
      expect(walletScripts()).toHaveLength(1)
      await signButton(page).click()
      await expectConnected(page)
      requestedOrigins.delete('null')
      expect([...requestedOrigins].sort()).toEqual([app.origin, standIn.origin].sort())
    })
    await test.step('no script has loaded, in a browser with a wallet', async () => {
      await page.route(scripts, (route) => route.abort())
      await page.goto((await control.pressConnect()).link)
      await expect(addressField(page)).toHaveCount(0)
      await expect(connectButton(page)).toHaveCount(0)
      await typeAndConnect(page)
      await expectBackAtService(page)
    })
  })
})
