import { t } from './texts'
import { expect, test } from './fixtures'
import { alertOf, arrive, expectNothingHeld, signIn, typeAndConnect } from './steps'

/*
 * The browser goes to `return_url` verbatim. The stand-in's landing page records the request as it
 * arrived and shows the address as the browser has it, fragment included.
 */

const addresses = {
  'a semicolon in path, query and fragment': '/landing/a;b?c;d=;#e;f;ac={ac}',
  'percent-encoding beside what it stands for': '/landing/%7e~/%2F?x=%7e~&y=a+b%20c#%7e~+%20ac={ac}',
  'double slashes and dots': '/landing//a///b?//#//ac={ac}',
  'a second fragment mark': '/landing/a?b#one#two#ac={ac}',
  'a fragment of 2,000 characters': `/landing/long#${'x'.repeat(2000)}&ac={ac}`,
  'quotes and brackets': `/landing/a'(b)!$&*?[x]='y'#{z}|ac={ac}`,
}

const encoded = {
  given: '/landing/ü/日本?q=ü日本#ü日本;ac={ac}',
  arrives: '/landing/%C3%BC/%E6%97%A5%E6%9C%AC?q=%C3%BC%E6%97%A5%E6%9C%AC#%C3%BC%E6%97%A5%E6%9C%AC;ac=',
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    for (const [what, address] of Object.entries(addresses)) {
      test(`keeps ${what}`, async ({ page, app, control, standIn }) => {
        await signIn(page, app)
        await control.changeSuccess('confirm', { set: { return_url: `{origin}${address}` } })
        await arrive(page, control)
        await typeAndConnect(page)
        await page.waitForURL(/\/landing\//)
        const [path = ''] = address.split('#')
        const landed = (await control.received()).filter((request) => request.path.startsWith('/landing'))
        expect(landed.map((request) => request.target)).toEqual([
          asBrowsersShow(standIn.origin + path).slice(standIn.origin.length),
        ])
        expect(page.url()).toMatch(new RegExp(`ac=[\\w-]{16,}$`))
        expect(page.url().replace(/ac=[\w-]+$/, 'ac={ac}')).toBe(asBrowsersShow(`${standIn.origin}${address}`))
        await expectNothingHeld(page, app)
      })
    }

    test('encodes what is not ASCII as UTF-8, as a browser does', async ({ page, app, control, standIn }) => {
      await signIn(page, app)
      await control.changeSuccess('confirm', { set: { return_url: `{origin}${encoded.given}` } })
      await arrive(page, control)
      await typeAndConnect(page)
      await page.waitForURL(/\/landing\//)
      expect(page.url().replace(/ac=[\w-]+$/, 'ac=')).toBe(`${standIn.origin}${encoded.arrives}`)
    })

    test('goes to another port by http', async ({ page, app, control, standIn }) => {
      await signIn(page, app)
      const elsewhere = standIn.origin.replace('localhost', '127.0.0.1')
      await control.changeSuccess('confirm', { set: { return_url: `${elsewhere}/landing/#ac={ac}` } })
      await arrive(page, control)
      await typeAndConnect(page)
      await page.waitForURL(`${elsewhere}/landing/#ac=*`)
    })

    test('goes nowhere for what is no address to go to', async ({ page, app, control }) => {
      const unusable = ['/landing/#ac={ac}', 'javascript:alert(1)', '//localhost/landing', 'ftp://localhost/', 7]
      for (const [index, return_url] of unusable.entries()) {
        // Each time somebody else with one link, since each person may press only a few times a minute.
        await page.context().clearCookies()
        await signIn(page, app, `Person ${index}`)
        await control.changeSuccess('confirm', { set: { return_url } })
        await arrive(page, control)
        await typeAndConnect(page)
        await expect(alertOf(page)).toContainText(t('refused.title.return_url_unusable'))
        await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
      }
    })
  })
}

test('the Back button leads to a page with nothing to press', async ({ page, app, control }) => {
  await signIn(page, app)
  await arrive(page, control)
  await control.changeSuccess('confirm', { set: { return_url: '{origin}/landing/back#ac={ac}' } })
  await typeAndConnect(page)
  await page.waitForURL(/\/landing\/back/)
  await page.goBack()
  await expect(page).toHaveURL(`${app.origin}/connect/confirm`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing to connect')
  expect(await control.received('confirm')).toHaveLength(1)
})

/** The address as a link: browsers encode a few ASCII characters, such as quotes, as they follow it. */
function asBrowsersShow(address: string): string {
  const url = new URL(address.replace('{ac}', 'AC'))
  return url.href.replace('AC', '{ac}')
}
