import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright/test'
import { expect, test, waitForReact } from '../fixtures'
import { parseHtml } from '../harness/html'
import { walletAddress } from '../harness/people'
import { textsOfSkin } from '../texts'

/*
 * A connect with another brand: e2e/skins/orange is orange, and has German first, another font and long names. All
 * other tests can run with it too: SKIN_DIR=e2e/skins/orange npx playwright test e2e/connect/arrival.spec.ts
 */

const folder = resolve('e2e/skins/orange')
const { brand, textsIn } = textsOfSkin(folder)
const t = textsIn('de')

test.use({
  locale: 'de-DE',
  viewport: { width: 320, height: 700 },
  // The page for an incomplete link answers 400.
  expectedErrors: [/status of 400/],
})

test('a connect has the language, colours, font and names of the brand', async ({ page, startVariant, control }) => {
  const app = await startVariant({ SKIN_DIR: folder })
  await control.set({ connectUrl: `${app.origin}/connect` })

  await page.goto((await control.pressConnect()).link)
  await expectSkin(page, t('signIn.title'))
  await page.getByRole('textbox', { name: t('signIn.demo.nameLabel') }).fill('Änne')
  await page.getByRole('button', { name: t('signIn.demo.button'), exact: true }).click()

  await expectSkin(page, t('confirm.title'))
  await waitForReact(page)
  // A text of the skin, and a default text.
  await expect(page.getByRole('button', { name: 'Lieber nicht' })).toBeVisible()
  await page.getByText(t('confirm.ownLink')).click()
  await expect(page.getByText(t('confirm.othersLink'))).toBeVisible()
  const connect = page.getByRole('button', { name: t('confirm.connect'), exact: true })
  await expect(connect).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  // Before there is anything to press, the page has the brand's colour between its marks.
  await expect(page.locator("[data-part='title'] svg")).toHaveCSS('background-color', 'rgb(179, 66, 10)')

  await control.script('confirm', { status: 422, json: { error: 'Out of order', reason: 'invalid_address' } })
  await page.getByRole('textbox', { name: t('confirm.walletLabel') }).fill(walletAddress)
  await expect(connect).toHaveCSS('background-color', 'rgb(179, 66, 10)')
  await connect.click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(t('refused.title.invalid_address'))
  await expect(page.locator('q')).toHaveAttribute('lang', 'en')
  const problem = t('confirm.errorTitle', { title: t('refused.title.invalid_address') })
  await expectSkin(page, t('confirm.title'), problem)
  await connect.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connected')

  await page.goto(`${app.origin}/connect?request_id=1`)
  await expectSkin(page, t('incompleteLink.title'))
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 247, 237)')
})

test('browsers, phones and link previews get the pictures and colours of the brand', async ({
  request,
  startVariant,
}) => {
  const app = await startVariant({ SKIN_DIR: folder })
  const page = await (await request.get(app.origin)).text()
  const contentOf = (name: string) =>
    new RegExp(`<(?:meta|link) [^>]*"${name}"[^>]* (?:content|href)="([^"]+)"`).exec(page)?.[1]
  for (const [url, type] of [
    [contentOf('og:image'), 'image/png'],
    [`${app.origin}${contentOf('icon')}`, 'image/svg+xml'],
    [`${app.origin}${contentOf('apple-touch-icon')}`, 'image/png'],
  ] as const) {
    expect(url).toMatch(new RegExp(`^${app.origin}/skin/[0-9a-f]{12}/`))
    const answer = await request.get(url ?? '')
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, type])
  }
  // The browser chooses the logo of its scheme.
  const header = parseHtml(page).querySelector("[data-part='header']")
  const dark = header?.querySelector("source[media='(prefers-color-scheme: dark)']")
  expect(dark?.getAttribute('srcset')).toMatch(/\/logo-dark\.svg$/)
  expect(header?.querySelector('img')?.getAttribute('src')).toMatch(/\/logo\.svg$/)
  expect(contentOf('og:site_name')).toBe(brand.name)
  expect(contentOf('theme-color')).toBe(brand.themeColor.light)
  // This brand has no favicon.ico for programs that request it without reading a page, so they get its icon.
  const icon = await request.get(`${app.origin}/favicon.ico`)
  expect([icon.status(), icon.headers()['content-type'], await icon.text()]).toEqual([
    200,
    'image/svg+xml',
    readFileSync(`${folder}/icon.svg`, 'utf8'),
  ])
  expect(await (await request.get(`${app.origin}/.well-known/security.txt`)).text()).toContain('Contact: https://')
})

/** Checks that the page has the brand's name, logo, language and heading font, and fits a narrow phone. */
async function expectSkin(page: Page, title: string, documentTitle = title): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(title)
  await expect(page).toHaveTitle(`${documentTitle} · ${brand.name}`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const logo = page.getByRole('img', { name: brand.name })
  await expect(logo).toBeVisible()
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(heading).toHaveCSS('font-family', /^Rubik,/)
  expect(await page.evaluate(async () => (await document.fonts.ready).check('600 16px Rubik'))).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
}
