import { t } from './texts'
import { expect, test } from './fixtures'
import * as plain from './plain-steps'
import { alertOf, arrive, signIn, typeAndConnect } from './steps'

/*
 * The browser goes to `return_url` verbatim. The stand-in's landing page records the request as it
 * arrived and shows the address as the browser has it, fragment included. What the app writes is seen by HTTP; that a
 * browser follows it is seen in one. lib/connect/return-url.test.ts has every kind of address.
 */

const addresses = {
  'a semicolon in path, query and fragment': '/landing/a;b?c;d=;#e;f;ac={ac}',
  'percent-encoding beside what it stands for': '/landing/%7e~/%2F?x=%7e~&y=a+b%20c#%7e~+%20ac={ac}',
  'a fragment of 2,000 characters': `/landing/long#${'x'.repeat(2000)}&ac={ac}`,
}

const encoded = {
  given: '/landing/ü/日本?q=ü日本#ü日本;ac={ac}',
  arrives: '/landing/%C3%BC/%E6%97%A5%E6%9C%AC?q=%C3%BC%E6%97%A5%E6%9C%AC#%C3%BC%E6%97%A5%E6%9C%AC;ac={ac}',
}

for (const [what, address] of Object.entries(addresses)) {
  test(`the redirect keeps ${what}`, async ({ app, control, standIn }) => {
    await control.changeSuccess('confirm', { set: { return_url: `{origin}${address}` } })
    const browser = await plain.plainBrowserAt(app)
    await plain.arrive(browser, control)
    await plain.typeAndConnect(browser)
    // What the app wrote is the service's own text; what the browser asked for is what it makes of that.
    expect(browser.lastLocation.replace(/ac=[\w-]{16,}$/, 'ac={ac}')).toBe(`${standIn.origin}${address}`)
    const [path = ''] = address.split('#')
    const landed = (await control.received()).filter((request) => request.path.startsWith('/landing'))
    expect(landed.map((request) => request.target)).toEqual([
      asBrowsersShow(standIn.origin + path).slice(standIn.origin.length),
    ])
    await plain.expectNothingHeld(browser)
  })
}

test('a browser goes to the whole address', async ({ page, app, control, standIn }) => {
  for (const [index, address] of [...Object.values(addresses).slice(0, 2), encoded.given].entries()) {
    // Each time somebody else with one link, since each person may press only a few times a minute.
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

test('the redirect encodes what is not ASCII as UTF-8', async ({ app, control, standIn }) => {
  await control.changeSuccess('confirm', { set: { return_url: `{origin}${encoded.given}` } })
  const browser = await plain.plainBrowserAt(app)
  await plain.arrive(browser, control)
  await plain.typeAndConnect(browser)
  expect(browser.url.replace(/ac=[\w-]+$/, 'ac={ac}')).toBe(`${standIn.origin}${encoded.arrives}`)
})

test('the redirect leads to another port by http', async ({ app, control, standIn }) => {
  const elsewhere = standIn.origin.replace('localhost', '127.0.0.1')
  await control.changeSuccess('confirm', { set: { return_url: `${elsewhere}/landing/#ac={ac}` } })
  const browser = await plain.plainBrowserAt(app)
  await plain.arrive(browser, control)
  await plain.typeAndConnect(browser)
  expect(browser.url.startsWith(`${elsewhere}/landing/#ac=`)).toBe(true)
})

// Each address that is refused: lib/connect/return-url.test.ts.
test('a browser stays on the page when return_url is no web address', async ({ page, app, control }) => {
  await signIn(page, app)
  await control.changeSuccess('confirm', { set: { return_url: 'javascript:alert(1)' } })
  await arrive(page, control)
  await typeAndConnect(page)
  await expect(alertOf(page)).toContainText(t('refused.title.return_url_unusable'))
  await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
})

/** The address as a link: browsers encode a few ASCII characters, such as quotes, as they follow it. */
function asBrowsersShow(address: string): string {
  const url = new URL(address.replace('{ac}', 'AC'))
  return url.href.replace('AC', '{ac}')
}
