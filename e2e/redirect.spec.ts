import { expect, test } from './fixtures'
import { plainBrowserAt } from './plain-steps'
import { arrive, expectNothingHeld, signIn, typeAndConnect } from './steps'

/*
 * The browser goes to `return_url` verbatim. The stand-in's landing page records each request, and shows the browser's
 * URL with its fragment. One test reads the redirect by HTTP, and one follows it in a browser.
 * lib/connect/return-url.test.ts tests every kind of URL, and refusals.spec.ts a refused one.
 */

const rest = '/%7e~/%2F?c;d=;&x=%7e~&y=a+b%20c'
const ascii = `/landing/a;b${rest}#e;f;%7e~+%20ac={ac}`

test('the redirect goes to return_url unchanged, apart from non-ASCII characters', async ({
  app,
  control,
  standIn,
}) => {
  const otherOrigin = standIn.origin.replace('localhost', '127.0.0.1')
  const targets = {
    'semicolons and percent-encoded characters': [standIn.origin + ascii],
    'a fragment of 2,000 characters': [`${standIn.origin}/landing/long#${'x'.repeat(2000)}&ac={ac}`],
    'another host over http': [`${otherOrigin}/landing/#ac={ac}`],
    'non-ASCII characters': [
      `${standIn.origin}/landing/ü/日本?q=ü日本#ü日本;ac={ac}`,
      `${standIn.origin}/landing/%C3%BC/%E6%97%A5%E6%9C%AC?q=%C3%BC%E6%97%A5%E6%9C%AC#%C3%BC%E6%97%A5%E6%9C%AC;ac={ac}`,
    ],
  }
  for (const [what, [given = '', sent = given]] of Object.entries(targets)) {
    await control.changeSuccess('confirm', { set: { return_url: given } })
    const browser = await plainBrowserAt(app)
    await arrive(browser, control)
    await typeAndConnect(browser)
    expect(withoutCode(browser.lastLocation), what).toBe(sent)
    await expectNothingHeld(browser)
  }
})

test('a browser goes to the whole URL of the redirect', async ({ page, app, control, standIn }) => {
  await signIn(page, app)
  await control.changeSuccess('confirm', { set: { return_url: `{origin}/landing/ü${rest}#ü;f;%7e~+%20ac={ac}` } })
  await arrive(page, control)
  await typeAndConnect(page)
  await page.waitForURL(/\/landing\//)
  expect(withoutCode(page.url())).toBe(`${standIn.origin}/landing/%C3%BC${rest}#%C3%BC;f;%7e~+%20ac={ac}`)
  const landed = (await control.received()).filter(({ path }) => path.startsWith('/landing'))
  expect(landed.map(({ target }) => target)).toEqual([`/landing/%C3%BC${rest}`])
})

const withoutCode = (url: string) => url.replace(/ac=[\w-]{16,}$/, 'ac={ac}')
