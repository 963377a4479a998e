import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright/test'
import { contrastsOf, meetsAA } from '@/lib/skin/contrast'
import { readTheme } from '@/lib/skin/theme'
import { violationsOf } from '../accessibility/axe'
import { expect, test, waitForReact } from '../fixtures'
import { parseHtml } from '../harness/html'
import { walletAddress } from '../harness/people'
import { makeSkinFolder } from '../harness/skin-folder'
import { Visitor } from '../harness/visitor'
import { expectConnected } from './page-steps'
import { defaultSkin, files, textsOfSkin } from '../texts'

/*
 * The files and values of a skin in HTTP responses and in a connect. The tests in `lib/skin` check how the app reads and
 * refuses a skin.
 */

test('browsers may cache a file of a skin forever only under its current name, and get no other file', async ({
  app,
}) => {
  const visitor = new Visitor(app.origin)
  const { body: page } = await visitor.send('/')
  const [folder = ''] = /\/skin\/[0-9a-f]{12}\//.exec(page) ?? []
  const theme = await visitor.send(`${folder}theme.css`)
  expect(theme.status).toBe(200)
  expect(theme.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  expect(theme.body).toContain('--skin-accent')
  const { status, headers } = await visitor.send('/skin/0123456789ab/theme.css')
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])

  for (const other of [
    'brand.json',
    'messages/en.json',
    'no-such.css',
    '..%2F..%2Fpackage.json',
    '..%5C..%5Cpackage.json',
    'theme.css%00.png',
  ]
    .map((name) => folder + name)
    .concat(folder.slice(0, -1), '/skin/x')) {
    const answer = await visitor.send(other)
    expect([answer.status, answer.body], other).toEqual([404, ''])
  }
  // Browsers without light-dark() get the light colours of the default theme.
  const [, fallback = ''] =
    /@supports not \(color: light-dark\(red, red\)\)\s*\{([^}]*?--skin-surface:.*?)\}/s.exec(page) ?? []
  expect(fallback).toMatch(/--skin-surface:\s*#fff/)
  expect(fallback).not.toContain('light-dark(')
})

test('an optional file answers 404 when the skin lacks it, and /favicon.ico with its icon', async ({ app }) => {
  const visitor = new Visitor(app.origin)
  for (const [path, ...names] of [
    ['/favicon.ico', 'favicon.ico', 'icon.svg', 'icon.png'],
    // The app has no default contact for vulnerabilities.
    ['/.well-known/security.txt', 'security.txt'],
  ] as const) {
    const { status, headers } = await visitor.send(path)
    const file = names.map((name) => files.get(name)).find(Boolean)
    expect([status, headers['content-type']], path).toEqual(file ? [200, file.type] : [404, undefined])
  }
})

/*
 * e2e/skins/orange is orange, and has German first, another font and long names. All other tests can run with it too:
 * SKIN_DIR=e2e/skins/orange npx playwright test e2e/connect/arrival.spec.ts
 */
const orange = resolve('e2e/skins/orange')
const { brand, textsIn } = textsOfSkin(orange)

const connectIn = (page: Page, t: ReturnType<typeof textsIn>) =>
  page.getByRole('button', { name: t('confirm.connect'), exact: true })

/** Checks the logo, the font and the colours of each page. */
async function expectOrange(page: Page, at: PageOfConnect): Promise<void> {
  const t = textsIn('de')
  const logo = page.getByRole('img', { name: brand.name })
  await expect(logo).toBeVisible()
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^Rubik,/)
  expect(await page.evaluate(async () => (await document.fonts.ready).check('600 16px Rubik'))).toBe(true)
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 247, 237)')
  // The button under the pointer has the stronger colour.
  await page.mouse.move(0, 0)
  // Without the pointer on it.
  await page.mouse.move(0, 0)
  if (at === 'typed') await expect(connectIn(page, t)).toHaveCSS('background-color', 'rgb(179, 66, 10)')
  if (at !== 'form') return
  // A text of the skin, and a default text.
  await expect(page.getByRole('button', { name: 'Lieber nicht' })).toBeVisible()
  await page.getByText(t('confirm.ownLink')).click()
  await expect(page.getByText(t('confirm.othersLink'))).toBeVisible()
  await expect(page.locator('.first-way summary').first()).toHaveCSS('background-color', 'rgb(179, 66, 10)')
}

type PageOfConnect = 'incomplete link' | 'sign-in' | 'form' | 'typed' | 'refusal'

/** German has long words, and Arabic is written from right to left. */
const walks = [
  { skin: orange, language: 'de', direction: 'ltr', user: 'Änne', expectLook: expectOrange },
  { skin: defaultSkin, language: 'ar', direction: 'rtl', user: 'سلمى', expectLook: async () => {} },
]

for (const { skin, language, direction, user, expectLook } of walks) {
  test.describe(`on a narrow phone in the language ${language}`, () => {
    // The page for an incomplete link answers 400.
    test.use({ locale: language, viewport: { width: 320, height: 700 }, expectedErrors: [/status of 400/] })

    test('every page of a connect has its brand, language and direction, and fits', async ({
      page,
      startVariant,
      control,
    }) => {
      const { brand, textsIn } = textsOfSkin(skin)
      const t = textsIn(language)
      const app = await startVariant({ SKIN_DIR: skin })
      await control.set({ connectUrl: `${app.origin}/connect` })
      const expectPage = async (at: PageOfConnect, title: string, documentTitle = title) => {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(page).toHaveTitle(`${documentTitle} · ${brand.name}`)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.locator('html')).toHaveAttribute('dir', direction)
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), at).toBe(320)
        await expectLook(page, at)
      }

      await page.goto(`${app.origin}/connect?request_id=1`)
      await expectPage('incomplete link', t('incompleteLink.title'))
      await page.goto((await control.pressConnect()).link)
      await expectPage('sign-in', t('signIn.title'))
      await page.getByRole('textbox', { name: t('signIn.demo.nameLabel') }).fill(user)
      await page.getByRole('button', { name: t('signIn.demo.button'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('confirm.title'))
      await waitForReact(page)
      await expectPage('form', t('confirm.title'))

      await control.script('confirm', {
        status: 422,
        json: { error: 'Off the curve (sorry)', reason: 'invalid_address' },
      })
      await page.getByRole('button', { name: t('wallet.enterAddress') }).click()
      const address = page.getByRole('textbox', { name: t('confirm.walletLabel') })
      await expect(address).toHaveAttribute('dir', 'ltr')
      await address.fill(walletAddress)
      await expectPage('typed', t('confirm.title'))
      await connectIn(page, t).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(t('refused.remedy.check_address'))
      const problem = t('confirm.errorTitle', { title: t('refused.title.invalid_address') })
      await expectPage('refusal', t('refused.title.invalid_address'), problem)
      // The text of the service stays in English, from left to right.
      const quote = page.locator('q', { hasText: 'Off the curve (sorry)' })
      await expect(quote).toHaveAttribute('lang', 'en')
      await expect(quote).toHaveCSS('direction', 'ltr')
      // The page has all parts of the form too.
      expect(await violationsOf(page)).toEqual([])
      await connectIn(page, t).click()
      await expectConnected(page)
    })
  })
}

const brandColors =
  '#0a1030 #ff0000 #f97316 #ffd400 #84cc16 #0d9488 #0ea5e9 #7c3aed #ec4899 #808080 #000000 #ffffff'.split(' ')

test('from one colour of a brand, in both schemes, pages derive the colours that the check of a skin measures', async ({
  page,
  defaultSkinApp: app,
}) => {
  await page.goto(`${app.origin}/signin`)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    for (const color of brandColors) {
      const { tokens } = readTheme(`:root { --skin-accent: ${color} }`, new Set())
      const measured = contrastsOf({ tokens, schemes: [scheme] })
      const pairOf = (front: string, back: string) => {
        const pair = measured.find((one) => one.front === front && one.back === back)
        return [pair?.frontColor ?? '', pair?.backColor ?? ''] as const
      }
      const [onAccent, fill] = pairOf('on-accent', 'accent')
      const expected = [fill, onAccent, pairOf('on-accent', 'accent-strong')[1], ...pairOf('accent', 'page')]
      const shown = await page.evaluate(shownColors, color)
      for (const [index, channels] of shown.entries())
        for (const [channel, value] of channels.entries()) {
          const hex = expected[index]?.slice(1 + 2 * channel, 3 + 2 * channel) ?? ''
          // The check rounds once more.
          expect.soft(Math.abs(value - Number.parseInt(hex, 16)), `${scheme} ${color} ${index}`).toBeLessThanOrEqual(1)
        }
      expect(measured.filter((contrast) => !meetsAA(contrast))).toEqual([])
    }
  }
})

/** Returns the channels of a button, its text, the button under the pointer, a link and the page. */
function shownColors(accent: string): number[][] {
  document.documentElement.style.setProperty('--skin-accent', accent)
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const button = document.querySelector('.button-primary') ?? document.body
  const link = button.parentElement?.appendChild(document.createElement('a')) ?? document.body
  link.style.color = 'var(--accent-text)'
  link.style.backgroundColor = 'var(--shown-accent-strong)'
  const [ofButton, ofLink] = [getComputedStyle(button), getComputedStyle(link)]
  const ofPage = getComputedStyle(document.body)
  const colors = [
    ofButton.backgroundColor,
    ofButton.color,
    ofLink.backgroundColor,
    ofLink.color,
    ofPage.backgroundColor,
  ]
  const channels = colors.map((color) => {
    if (!canvas) return []
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    return Array.from(canvas.getImageData(0, 0, 1, 1).data).slice(0, 3)
  })
  link.remove()
  return channels
}

test('the colours that follow from an accent also follow in a part of the page where a rule sets another one', async ({
  page,
  startVariant,
}, testInfo) => {
  const theme = `:root { --skin-accent: #0a1030 }
    [data-area='signin'] { --skin-accent: #ffd400 }
    [data-part='footer'] { --skin-accent: #7c3aed; --skin-on-accent: #eee }`
  const app = await startVariant({ SKIN_DIR: await makeSkinFolder(testInfo.outputPath('skin'), theme) })
  await page.goto(`${app.origin}/signin`)
  const button = page.locator('.button-primary')
  await expect(button).toHaveCSS('background-color', 'rgb(255, 212, 0)')
  await expect(button).toHaveCSS('color', 'oklch(0 0 0)')
  const inFooter = await page.locator("[data-part='footer']").evaluate((footer) => {
    footer.style.color = 'var(--shown-on-accent)'
    return getComputedStyle(footer).color
  })
  expect(inFooter).toBe('rgb(238, 238, 238)')
})

test('another brand has its pictures, colours and name for browsers, phones and link previews', async ({
  request,
  startVariant,
}) => {
  const app = await startVariant({ SKIN_DIR: orange })
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
  const icon = await (await request.get(`${app.origin}/favicon.ico`)).text()
  expect(icon).toBe(readFileSync(`${orange}/icon.svg`, 'utf8'))
  expect(await (await request.get(`${app.origin}/.well-known/security.txt`)).text()).toContain('Contact: https://')
  expect(await (await request.get(`${app.origin}/robots.txt`)).text()).toContain('Disallow: /')
})
