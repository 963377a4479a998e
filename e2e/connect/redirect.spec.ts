import { expect, test } from '../fixtures'
import { browserWithLink, expectNothingHeld, typeAndConnect } from '../steps'

/*
 * The redirect goes to `return_url` verbatim. own-site.spec.ts and engines/connect.spec.ts follow it in browsers.
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
    const browser = await browserWithLink(app, control)
    await typeAndConnect(browser)
    expect(withoutCode(browser.lastLocation), what).toBe(sent)
    await expectNothingHeld(browser)
  }
})

const withoutCode = (url: string) => url.replace(/ac=[\w-]{16,}$/, 'ac={ac}')
