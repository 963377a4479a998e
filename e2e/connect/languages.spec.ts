import { expect, test, waitForReact } from '../fixtures'
import { walletAddress } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { expectConnected } from './page-steps'
import { signIn } from '../steps'
import { defaultSkin, textsOfSkin } from '../texts'

/* The choice of a language. `skin.spec.ts` goes through a connect in two of them. */

const { textsIn } = textsOfSkin(defaultSkin)

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
    await page.getByRole('button', { name: textsIn('en')('wallet.enterAddress') }).click()
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
