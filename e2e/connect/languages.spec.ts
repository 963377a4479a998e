import type { Page } from 'playwright/test'
import { violationsOf } from '../accessibility/axe'
import { expect, test, waitForReact } from '../fixtures'
import { walletAddress } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { expectConnected } from './page-steps'
import { signIn } from '../steps'
import { defaultSkin, textsOfSkin } from '../texts'

/* The parts of languages that need a browser. The tests in the folders of the texts check the texts. */

const { brand, textsIn } = textsOfSkin(defaultSkin)
const arabic = textsIn('ar')

test.describe('in a browser that is set to Arabic', () => {
  test.use({
    locale: 'ar-EG',
    viewport: { width: 320, height: 700 },
    // The page for an incomplete link answers 400.
    expectedErrors: [/status of 400/],
  })

  test('shows every page of a connect in Arabic, from right to left', async ({
    page,
    defaultSkinApp: app,
    control,
    standIn,
  }) => {
    await control.set({ connectUrl: `${app.origin}/connect` })
    await page.goto(`${app.origin}/connect?request_id=cut-off`)
    await expectArabic(page, 'an incomplete link')

    await page.goto((await control.pressConnect()).link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabic('signIn.title'))
    await expectArabic(page, 'signing in')
    await page.getByRole('textbox', { name: arabic('signIn.demo.nameLabel') }).fill('سلمى')
    await page.getByRole('button', { name: arabic('signIn.demo.button') }).click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabic('confirm.title'))
    await expect(page).toHaveTitle(new RegExp(brand.service))
    await expectArabic(page, 'the form')
    const address = page.getByRole('textbox', { name: arabic('confirm.walletLabel') })
    const connect = page.getByRole('button', { name: arabic('confirm.connect'), exact: true })
    await expect(address).toHaveAttribute('dir', 'ltr')
    await control.script('confirm', {
      status: 422,
      json: { error: 'Not on the curve (sorry)', reason: 'invalid_address' },
    })
    await address.fill(walletAddress)
    await connect.click()

    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText(arabic('refused.remedy.check_address'))
    // The text of the service stays in English, from left to right.
    await expect(alert.getByText('Not on the curve (sorry)')).toHaveAttribute('lang', 'en')
    expect(await alert.locator('q').evaluate((quote) => getComputedStyle(quote).direction)).toBe('ltr')
    await expectArabic(page, 'a refusal')
    // The page has all parts of the form too.
    expect(await violationsOf(page)).toEqual([])

    await connect.click()
    await expectConnected(page)
    expect(new URL(page.url()).origin).toBe(new URL(standIn.profileUrl).origin)
  })
})

test.describe('in a browser that is set to German', () => {
  test.use({ locale: 'de-DE' })

  test('a page in English has the English time format, and the language switch keeps the typed address', async ({
    page,
    defaultSkinApp: app,
    control,
  }) => {
    await control.set({ connectUrl: `${app.origin}/connect` })
    await page.context().addCookies([{ name: 'lang', value: 'en', url: app.origin }])
    await signIn(page, app)
    await page.request.get((await control.pressConnect('bob')).link)
    await page.goto((await control.pressConnect()).link)
    await expect(page.getByRole('main').locator('time').first()).toHaveText(/\(\d+:\d\d:\d\d\s[AP]M\)$/)

    await page
      .getByRole('button', { name: textsIn('en')('whichLink.choose') })
      .first()
      .click()
    await waitForReact(page)
    await page.getByRole('textbox', { name: textsIn('en')('confirm.walletLabel') }).fill(walletAddress)
    await page.getByRole('contentinfo').getByText('English', { exact: true }).first().click()
    await page.getByRole('link', { name: 'Deutsch', exact: true }).click()
    const german = textsIn('de')
    await expect(page.getByRole('textbox', { name: german('confirm.walletLabel') })).toHaveValue(walletAddress)
    await page.getByRole('button', { name: german('confirm.connect'), exact: true }).click()
    await expectConnected(page)
  })
})

// lib/request/choose-language.test.ts has each page before.
test('the language switch sets a cookie, returns to its page and overrides an earlier choice', async ({
  defaultSkinApp: app,
}) => {
  const browser = new PlainBrowser(new Visitor(app.origin))
  const shown = () => [browser.url, browser.page.querySelector('html')?.getAttribute('lang')]
  const signInUrl = `${app.origin}/signin?callbackUrl=%2Fconnect%2Fconfirm%3Fa%3D1%26b&error=OAuthCallback`
  await browser.goto(`${signInUrl}&lang=de`)
  expect(shown()[1]).toBe('de')
  const arabic = browser.page.querySelector('a[lang=ar]')?.getAttribute('href') ?? ''
  const { status, headers, setCookies } = await browser.visitor.send(arabic)
  expect([status, headers.location, headers['cache-control']]).toEqual([
    303,
    signInUrl.slice(app.origin.length),
    expect.stringContaining('no-store'),
  ])
  expect(setCookies.join()).toMatch(/^lang=ar; Path=\/; Expires=[^;]+; Max-Age=31536000; HttpOnly; SameSite=lax$/)
  await browser.follow('العربية')
  expect(shown()).toEqual([signInUrl, 'ar'])
  await browser.goto('/')
  expect(shown()[1]).toBe('ar')
  await browser.follow('English')
  expect(shown()).toEqual([`${app.origin}/`, 'en'])
  // A link does not name a page with a long query.
  await browser.goto(`/signin?error=${'x'.repeat(600)}`)
  expect(browser.html).toContain('"/language/de?page=%2Fsignin"')
})

test('a choice of language leads to no other site, and sets no cookie when the skin lacks the language', async ({
  app,
}) => {
  const visitor = new Visitor(app.origin)
  const choose = (language: string, referer?: string) =>
    visitor.send(`/language/${language}`, { headers: referer === undefined ? {} : { referer } })
  expect((await choose('en?page=%2Fsignin', `${app.origin}/connect/confirm`)).location).toBe('/connect/confirm')
  expect((await choose('en?page=%40elsewhere.example%2F')).location).toBe('/')
  expect((await choose('en?page=%2F%2Felsewhere.example%2F', 'https://elsewhere.example/')).location).toBe('/')
  for (const language of ['tlh', 'en%3B%20Domain=elsewhere.example', '..%2Fen']) {
    const answer = await choose(language, 'https://elsewhere.example/')
    expect([answer.status, answer.location, answer.setCookies], language).toEqual([303, '/', []])
  }
})

async function expectArabic(page: Page, where: string): Promise<void> {
  const root = page.locator('html')
  await expect(root).toHaveAttribute('lang', 'ar')
  await expect(root).toHaveAttribute('dir', 'rtl')
  expect.soft(await root.evaluate((html) => html.scrollWidth - html.clientWidth), `${where}: too wide`).toBe(0)
}
