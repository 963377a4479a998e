import { openConsole } from './steps'
import { expect, test, waitForReact } from '../fixtures'
import { operatorName } from '../harness/people'
import { plainBrowserAt } from '../steps'
import { defaultSkin, t, textsOfSkin } from '../texts'
import { visitorAs } from '../sessions'

/* The preview of every state of the pages for users. e2e/accessibility checks the content of each state. */

const frame = '/console/preview/frame?state=ended.request_expired'
const documentFrame = '/console/preview/document?state=site.incomplete_link'

test('only this site may embed the frames of the preview, which store no choice, and no site may embed other pages', async ({
  app,
}) => {
  const operator = await visitorAs(app, operatorName)
  for (const [path, status] of [
    [`${frame}&lang=ar&scheme=dark`, 200],
    [`${documentFrame}&lang=ar&scheme=dark`, 400],
  ] as const) {
    const answer = await operator.send(path)
    expect(answer.status).toBe(status)
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(answer.headers, path).not.toHaveProperty('set-cookie')
  }
  for (const path of ['/console/preview', '/connect/confirm', '/connect?request_id=1']) {
    expect((await operator.send(path)).headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})

test('a frame shows the name of each text, and no page for users does', async ({ defaultSkinApp: app }) => {
  const browser = await plainBrowserAt(app, operatorName)
  for (const [path, name] of [
    [frame, 'refused.title.request_expired'],
    [documentFrame, 'incompleteLink.title'],
  ] as const) {
    await browser.goto(`${path}&lang=zxx`)
    expect(browser.text, path).toContain(name)
  }
  await browser.goto('/?lang=zxx')
  expect(browser.text).toContain(textsOfSkin(defaultSkin).textsIn('en')('home.text'))
})

test('a frame answers only staff, and answers 404 when its state is unknown', async ({ app, control }) => {
  for (const name of ['Ada', undefined])
    for (const path of [frame, documentFrame]) {
      const answer = await (await visitorAs(app, name)).send(path)
      expect([307, 404], `${path} by ${name}`).toContain(answer.status)
      expect(answer.body).not.toContain(t('refused.title.request_expired'))
    }
  const operator = await visitorAs(app, operatorName)
  for (const path of ['frame', 'frame?state=__proto__', 'document?state=ended.unknown'])
    expect((await operator.send(`/console/preview/${path}`)).status, path).toBe(404)
  expect(await control.received()).toEqual([])
})

test('the preview shows the chosen state, language, colours and width, and rates the contrast of the colours', async ({
  page,
  defaultSkinApp: app,
}) => {
  await openConsole(page, app, '/console/preview?state=none&language=xx&scheme=blue&width=10')
  const frameUrl = () => page.locator('iframe').getAttribute('src')
  expect(await frameUrl()).toMatch(/^\/console\/preview\/\w+\?state=site\.\w+&lang=en&scheme=light$/)
  await page.getByRole('combobox', { name: 'State' }).selectOption('signIn.unreachable')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar')
  await page.getByRole('combobox', { name: 'Colours' }).selectOption('dark')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/state=signIn.unreachable&language=ar&scheme=dark&width=phone$/)
  await expect(page.getByText('All colours have enough contrast')).toBeVisible()
  await expect(page.getByRole('option', { name: 'Names of the texts' })).toHaveAttribute('value', 'zxx')

  const shown = page.frameLocator('iframe[title="Unreachable"]')
  await expect(shown.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await shown.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toMatch(/^oklab\(0\.1/)
  expect(await shown.locator('html').evaluate(() => window.innerWidth)).toBe(390)
  // A message takes the focus in its frame, and must not scroll the preview.
  const message = 'html[lang=ar] [role=alert][tabindex]'
  await expect(shown.locator(message)).toBeVisible()
  await waitForReact(page.frame({ url: /state=signIn\.unreachable&lang=ar/ }) ?? page, message)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})
