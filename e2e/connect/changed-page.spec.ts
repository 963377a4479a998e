import type { Page } from 'playwright/test'
import { openConsole, rows, taskRunsPath, uploadFile, uploadsPath } from '../console/steps'
import { expect, test, waitForReact } from '../fixtures'
import { alertOf, connectButton, connectTitle, expectConnected, signInOnPage } from './page-steps'
import { walletAddress } from '../harness/people'
import { fieldsOf, parseHtml } from '../harness/html'
import { PlainBrowser } from '../harness/plain-browser'
import { visitorAs } from '../sessions'
import { browserWithLink, expectBackAtService, signIn, signInAndArrive, typeAndConnect } from '../steps'
import { consoleT, t } from '../texts'
import { installWallet } from '../wallet/install'
import { chooseWallet, signAndConnect, signButton, tryAgain } from '../wallet/steps'

/* The flow in browsers and behind proxies that change the page, break its script, or reject cookies. */

type Change = [selector: string, change: (element: HTMLElement) => void]

/**
 * What extensions and proxies do to the HTML before the page's scripts run: the elements, and the change of each.
 * Together, those of a group make React see no difference, one outside of the form, or one in it.
 */
const changes: Record<string, Change[]> = {
  'more attributes, and elements beside the page': [
    ['html, body', (element) => element.setAttribute('data-extension', '1')],
    ['input, button', (element) => element.setAttribute('fdprocessedid', 'x')],
    ['head', (head) => head.prepend(document.createElement('meta'))],
    ['body', (body) => body.prepend(document.createElement('div'))],
  ],
  'other elements in the page': [
    ['h1', (heading) => (heading.innerHTML = `<mark>${heading.innerHTML}</mark>`)],
    // In place of an e-mail address.
    ['bdi', (name) => (name.innerHTML = '<a href="/cdn-cgi/l/x">[protected]</a>')],
    ['footer', (footer) => footer.remove()],
  ],
  'other elements in the form': [
    ['input', (input) => input.after(document.createElement('div'))],
    ['form', (form) => form.append(document.createElement('div'))],
  ],
  'no comments': [
    [
      'body *',
      ({ childNodes }) => {
        for (const node of childNodes) if (node.nodeType === Node.COMMENT_NODE) node.remove()
      },
    ],
  ],
}

/** Makes a change to each element as soon as the browser has parsed it, which is before the page's scripts run. */
async function changePage(page: Page, [selector, change]: Change): Promise<void> {
  await page.addInitScript(`{
    const changed = new WeakSet()
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('${selector}')) {
        if (changed.has(element)) continue
        changed.add(element)
        ;(${String(change)})(element)
      }
    }).observe(document, { childList: true, subtree: true })
  }`)
}

/** Counts the documents that the page loads, by path. */
function countDocuments(page: Page): Record<string, number> {
  const counts: Record<string, number> = {}
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return
    const key = `${request.method()} ${new URL(request.url()).pathname}`
    counts[key] = (counts[key] ?? 0) + 1
  })
  return counts
}

test.describe('a page that an extension or a proxy has changed', () => {
  // React reports that the page differs from what the server has sent.
  test.use({ expectedErrors: [/Minified React error #418/] })

  test('is loaded once, and connects with each kind of change', async ({ context, app, control }) => {
    for (const [name, group] of Object.entries(changes)) {
      await test.step(name, async () => {
        const page = await context.newPage()
        for (const change of group) await changePage(page, change)
        await signIn(page, app, `With ${name}`)
        const documents = countDocuments(page)
        await page.goto((await control.pressConnect()).link)
        await waitForReact(page)
        await typeAndConnect(page)
        await expectBackAtService(page)
        expect(documents, name).toMatchObject({ 'GET /connect/confirm': 1 })
        await page.close()
      })
    }
  })

  test('cancels, undoes, chooses a link, signs out and in, and connects with all changes', async ({
    page,
    app,
    control,
  }) => {
    for (const change of Object.values(changes).flat()) await changePage(page, change)
    const documents = countDocuments(page)
    const press = async (label: string) => {
      await waitForReact(page)
      await page.getByRole('button', { name: label }).first().click()
    }
    await page.goto(app.origin)
    await page.goto((await control.pressConnect()).link)
    await waitForReact(page)
    await signInOnPage(page, 'With all changes')
    await press(t('confirm.cancel'))
    await press(t('nothingToConnect.undo'))
    await page.getByRole('heading', { name: connectTitle }).waitFor()
    await page.goto((await control.pressConnect()).link)
    await press(t('whichLink.choose'))
    await page.getByRole('heading', { name: connectTitle }).waitFor()
    await press(t('confirm.signOut'))
    await page.getByRole('heading', { name: t('signIn.title') }).waitFor()
    await waitForReact(page)
    await signInOnPage(page, 'With all changes')
    await press(t('nothingToConnect.undo'))
    await press(t('whichLink.choose'))
    await page.getByRole('heading', { name: connectTitle }).waitFor()
    await waitForReact(page)
    await typeAndConnect(page)
    await expectConnected(page)
    // After two arrivals, two sign-ins and five presses. The sign-out leads elsewhere.
    expect(documents).toMatchObject({ 'GET /': 1, 'GET /connect/confirm': 9 })
  })
})

/**
 * A script that translates a page as browsers do: an element replaces each text, at first and after every change. It
 * runs before the scripts of the page.
 */
const translation = `new MutationObserver(() => {
  const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) found.push(texts.currentNode)
  for (const text of found) {
    if (text.data.trim() === '' || text.parentElement.closest('font, script, style, noscript, title')) continue
    const font = document.createElement('font')
    font.textContent = text.data
    text.replaceWith(font)
  }
}).observe(document, { childList: true, characterData: true, subtree: true })`

test.describe('a translated page', () => {
  test.use({ expectedErrors: [/Minified React error #418|status of 4\d\d/] })

  test.beforeEach(({ page }) => page.addInitScript(translation))

  test('signs in, shows a refusal and a wait, presses by itself and connects', async ({ page, control }) => {
    await page.goto((await control.pressConnect()).link)
    await waitForReact(page)
    await signInOnPage(page, 'Translated')
    await waitForReact(page)
    await typeAndConnect(page, 'nonsense')
    await expect(alertOf(page)).toHaveText(t('walletAddressProblem.wrong_length'))
    await control.script('confirm', { status: 422, json: { error: 'Not on the curve', reason: 'invalid_address' } })
    await typeAndConnect(page)
    await expect(page.getByText('Not on the curve')).toBeVisible()
    await waitForReact(page)
    await control.script('confirm', { status: 429, headers: { 'Retry-After': '2' }, json: { error: 'Slow down' } })
    await connectButton(page).click({ noWaitAfter: true })
    await expect(page.getByRole('main')).toContainText(t('wait.byItself'))
    await expect(page.getByRole('main')).toContainText(t('wait.turnInSeconds', { seconds: 1 }))
    await expectConnected(page)
    expect((await control.received('confirm')).map(({ status }) => status)).toEqual([422, 429, 200])
  })

  test('connects with a wallet that first declines', async ({ page, app, control }) => {
    const wallet = await installWallet(page, { onConnect: 'decline' })
    await signInAndArrive(page, app, control)
    await chooseWallet(page)
    await expect(alertOf(page)).toContainText(t('wallet.problem.declined.title', { wallet: wallet.name }))
    await wallet.behave({ onConnect: 'allow', onSign: 'decline' })
    await tryAgain(page).click()
    await signButton(page).click()
    await expect(alertOf(page)).toContainText(t('wallet.problem.not_signed.title', { wallet: wallet.name }))
    await wallet.behave({ onSign: 'sign' })
    await signAndConnect(page)
  })

  test('of the console refreshes, filters, opens menus, uploads and shows failures', async ({ page, app, control }) => {
    await openConsole(page, app, taskRunsPath)
    await waitForReact(page)
    await expect(rows(page).first()).toBeVisible()
    const refresh = page.getByRole('button', { name: consoleT('taskRuns.refresh.now') })
    await control.script('pending', { status: 403, json: { error: 'Not yours' } })
    await refresh.click()
    await expect(page.getByText(consoleT('taskRuns.refresh.old'))).toBeVisible()
    await refresh.click()
    await expect(page.getByText(consoleT('taskRuns.refresh.old'))).toBeHidden()
    await page.locator('nav .chip').last().click()
    const links = page.getByRole('navigation', { name: consoleT('layout.navigation') }).getByRole('link')
    for (const name of await links.allTextContents()) {
      await links.filter({ hasText: name }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      for (const menu of await page.locator('main .menu > button').all()) {
        await menu.click()
        // Not one with the same ID in the frame of the pages.
        await expect(menu.locator('xpath=following-sibling::*[@popover]')).toBeVisible()
        await page.keyboard.press('Escape')
      }
    }
    await page.goto(app.origin + uploadsPath)
    await uploadFile(page)
    await expect(page.getByText('2 rows queued')).toBeVisible()
  })
})

test.describe('a page whose script fails', () => {
  test.use({ expectedErrors: [/Intl.DateTimeFormat is not a constructor/] })

  test('keeps the form that the server has sent, without what needs a script', async ({ page, app, control }) => {
    // The clock of the link asks for it.
    await page.addInitScript(() => Object.assign(Intl, { DateTimeFormat: null }))
    await signIn(page, app)
    await page.goto((await control.pressConnect()).link)
    await expect(page.locator('[data-island=failed]')).toBeAttached()
    for (const text of [t('wallet.phone.button'), t('wallet.get'), t('wallet.enterAddress')]) {
      await expect(page.getByText(text).filter({ visible: true })).toHaveCount(0)
    }
    await typeAndConnect(page)
    await expectConnected(page)
  })
})

test('the sign-in page tells a browser that it rejects cookies after an arrival or a sign-in, but tells no other browser', async ({
  app,
  control,
}) => {
  const browser = new PlainBrowser(await visitorAs(app), { Cookie: '' })
  await browser.goto((await control.pressConnect()).link)
  expect(browser.alert).toContain(t('signIn.problem.cookies.title'))
  await browser.goto('/signin')
  expect(browser.alert).toBe('')
  await browser.press(t('signIn.demo.button'), { name: 'Without cookies' })
  expect(browser.alert).toContain(t('signIn.problem.cookies.title'))

  const other = new PlainBrowser(await visitorAs(app))
  await other.goto('/connect/confirm')
  expect([other.heading, other.alert]).toEqual([t('signIn.title'), ''])
  const later = new PlainBrowser(await visitorAs(app))
  await later.goto(browser.url.replace(/cookieSetAt=\d+/, `cookieSetAt=${Date.now() - 90_000}`))
  expect([later.heading, later.alert]).toEqual([t('signIn.title'), ''])
})

test('a form under no-referrer works with a cookie of this site, and no form of another site does', async ({
  app,
  control,
}) => {
  const browser = await browserWithLink(app, control)
  const { visitor } = browser.copy()
  const forms = browser.page.querySelectorAll('form')
  const form = Object.fromEntries(
    fieldsOf(forms.find((form) => form.querySelector('[name=wallet_address]')) ?? parseHtml('')),
  )
  const press = (headers: Record<string, string>) =>
    visitor.send('/connect/confirm', { form: { ...form, wallet_address: walletAddress }, headers })
  const refused = [{ 'Sec-Fetch-Site': 'cross-site' }, {}, { 'Sec-Fetch-Site': 'same-origin', Cookie: '' }]
  for (const headers of refused) expect((await press({ Origin: 'null', ...headers })).status).toBe(403)
  expect((await press({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' })).status).toBe(403)
  expect(await control.received('confirm')).toEqual([])
  const allowed = await press({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })
  expect([allowed.status, allowed.location]).toEqual([303, expect.stringContaining('/connect/callback?')])
})
