import { t } from './texts'
import { expect, test } from './fixtures'
import { alertOf } from './page-steps'
import { plainBrowserAt } from './plain-steps'
import { arrive, expectNothingHeld, signIn, typeAndConnect } from './steps'

/*
 * The browser goes to `return_url` verbatim. The stand-in's landing page records each request, and shows the browser's
 * URL with its fragment. Most tests read the redirect by HTTP, and one test follows it in a browser.
 * lib/connect/return-url.test.ts tests every kind of URL.
 */

const addresses = {
  'a semicolon in path, query and fragment': '/landing/a;b?c;d=;#e;f;ac={ac}',
  'percent-encoded characters next to plain ones': '/landing/%7e~/%2F?x=%7e~&y=a+b%20c#%7e~+%20ac={ac}',
  'a fragment of 2,000 characters': `/landing/long#${'x'.repeat(2000)}&ac={ac}`,
}

const encoded = {
  given: '/landing/ü/日本?q=ü日本#ü日本;ac={ac}',
  arrives: '/landing/%C3%BC/%E6%97%A5%E6%9C%AC?q=%C3%BC%E6%97%A5%E6%9C%AC#%C3%BC%E6%97%A5%E6%9C%AC;ac={ac}',
}

for (const [what, address] of Object.entries(addresses)) {
  test(`the redirect keeps ${what}`, async ({ app, control, standIn }) => {
    await control.changeSuccess('confirm', { set: { return_url: `{origin}${address}` } })
    const browser = await plainBrowserAt(app)
    await arrive(browser, control)
    await typeAndConnect(browser)
    // The app sends the service's URL unchanged. The browser normalizes it.
    expect(browser.lastLocation.replace(/ac=[\w-]{16,}$/, 'ac={ac}')).toBe(`${standIn.origin}${address}`)
    const [path = ''] = address.split('#')
    const landed = (await control.received()).filter((request) => request.path.startsWith('/landing'))
    expect(landed.map((request) => request.target)).toEqual([
      asBrowsersShow(standIn.origin + path).slice(standIn.origin.length),
    ])
    await expectNothingHeld(browser)
  })
}

test('a browser goes to the whole URL of the redirect', async ({ page, app, control, standIn }) => {
  for (const [index, address] of [...Object.values(addresses).slice(0, 2), encoded.given].entries()) {
    // Each URL has another user, because each user may press only a few times a minute.
    await page.context().clearCookies()
    await signIn(page, app, `Person ${index}`)
    await control.changeSuccess('confirm', { set: { return_url: `{origin}${address}` } })
    await arrive(page, control)
    await typeAndConnect(page)
    await page.waitForURL(/\/landing\//)
    expect(page.url()).toMatch(/ac=[\w-]{16,}$/)
    const shown =
      address === encoded.given ? standIn.origin + encoded.arrives : asBrowsersShow(standIn.origin + address)
    expect(page.url().replace(/ac=[\w-]+$/, 'ac={ac}')).toBe(shown)
  }
})

test('the redirect encodes non-ASCII characters as UTF-8', async ({ app, control, standIn }) => {
  await control.changeSuccess('confirm', { set: { return_url: `{origin}${encoded.given}` } })
  const browser = await plainBrowserAt(app)
  await arrive(browser, control)
  await typeAndConnect(browser)
  expect(browser.url.replace(/ac=[\w-]+$/, 'ac={ac}')).toBe(`${standIn.origin}${encoded.arrives}`)
})

test('the redirect can go to another host over http', async ({ app, control, standIn }) => {
  const otherOrigin = standIn.origin.replace('localhost', '127.0.0.1')
  await control.changeSuccess('confirm', { set: { return_url: `${otherOrigin}/landing/#ac={ac}` } })
  const browser = await plainBrowserAt(app)
  await arrive(browser, control)
  await typeAndConnect(browser)
  expect(browser.url.startsWith(`${otherOrigin}/landing/#ac=`)).toBe(true)
})

// lib/connect/return-url.test.ts tests each refused URL.
test('a browser stays on the page when return_url is not a web URL', async ({ page, app, control }) => {
  await signIn(page, app)
  await control.changeSuccess('confirm', { set: { return_url: 'javascript:alert(1)' } })
  await arrive(page, control)
  await typeAndConnect(page)
  await expect(alertOf(page)).toContainText(t('refused.title.return_url_unusable'))
  await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
})

/** Encodes a few ASCII characters of a URL, such as quotes, as browsers do. */
function asBrowsersShow(address: string): string {
  const url = new URL(address.replace('{ac}', 'AC'))
  return url.href.replace('AC', '{ac}')
}
