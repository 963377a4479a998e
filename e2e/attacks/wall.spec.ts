import { rowsOfCsv } from '../harness/csv'
import { startHostilePage } from '../harness/hostile-page'
import { consoleT } from '../texts'
import { expect, sessionCookie, test } from './site'

/* A page of another site that an operator visits. */

test.use({ ignoreHTTPSErrors: true })

test('a link of another site looks nothing up after a reload, and after Back and forward, but after a press', async ({
  page,
  context,
  site,
}) => {
  const operator = await site.signedIn('olga')
  const { origin } = site.app
  await context.addCookies([{ name: sessionCookie, value: operator.cookies.get(sessionCookie) ?? '', url: origin }])
  const lookUps = async () =>
    rowsOfCsv((await operator.send('/console/audit/export')).body).filter(({ about }) => about === 'mallory').length
  const link = `${origin}/console/users/one?id=mallory`
  const hostile = await startHostilePage(link)
  try {
    await page.goto(hostile.url)
    await page.getByRole('link').click()
    const press = page.getByRole('link', { name: consoleT('shared.lookUp.start') })
    await expect(press).toBeVisible()
    await Promise.all([page.waitForEvent('load'), page.evaluate(() => location.reload())])
    await expect(press).toBeVisible()
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url()))
    await page.evaluate(() => void setTimeout(() => history.back()))
    await expect.poll(() => visited.join(' ')).toContain(`${hostile.url} ${link}`)
    await page.waitForLoadState()
    await expect(press).toBeVisible()
    expect(await lookUps()).toBe(0)
    await press.click()
    await page.waitForURL(link)
    expect(await lookUps()).toBe(1)
  } finally {
    await hostile.close()
  }
})

test('the page after a sign-in is no export and waits for a press, and no export begins on the way from the sign-in page', async ({
  site,
}) => {
  const operator = await site.signedIn('olga')
  const page = await operator.send('/signin?callbackUrl=%2Fconsole%2Fbalances%2Fexport', {
    headers: { 'Sec-Fetch-Site': 'cross-site' },
  })
  expect(page.body).toContain('href="/connect/confirm"')
  expect(page.body).not.toContain('/export')
  // Browsers shorten a long Referer to the origin, and some proxies remove it.
  const long = encodeURIComponent(`/console/users/one?id=mallory`) + `&x=${'a'.repeat(4200)}`
  const { body } = await operator.send(`/signin?callbackUrl=${long}`)
  expect(body).toContain('href="/console/users/one?id=mallory&amp;elsewhere=1"')
  const exportFrom = async (from: string) =>
    operator.send('/console/balances/export', {
      headers: { 'Sec-Fetch-Site': 'same-origin', Referer: `${site.app.origin}${from}` },
    })
  expect((await exportFrom('/signin?callbackUrl=%2Fconsole')).status).toBe(403)
  expect((await exportFrom('/console/balances')).status).toBe(200)
})
