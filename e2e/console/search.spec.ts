import type { Page } from 'playwright/test'
import { overflowOf } from '../accessibility/states'
import { menuButton, openConsole } from './steps'
import { expect, test, waitForReact } from '../fixtures'
import type { App } from '../harness/app'
import { parseHtml, textOf } from '../harness/html'
import { operatorName, walletAddress } from '../harness/people'
import { consoleT, inHtml } from '../texts'
import { visitorAs } from '../sessions'

/*
 * The frame of the console's pages: its search field, the links to the pages, the settings, and the link into the
 * console.
 */

const search = '/console/search?q='

/** A page that sends the service no request. */
const quietPage = '/console/setup'

const searchbox = (page: Page) => page.getByRole('searchbox', { name: consoleT('controls.search.label') })

/** Opens a page as an operator, and waits until the scripts of its frame run. */
async function open(page: Page, app: App, path: string): Promise<void> {
  await openConsole(page, app, path)
  await waitForReact(page, 'search form')
}

const openSettings = (page: Page) => menuButton(page, consoleT('layout.view')).click()

// app/console/search/find.test.tsx tests what is found.
test('a search for a whole address or code opens its page, and any other lists what it finds', async ({ app }) => {
  const operator = await visitorAs(app, operatorName)
  const leadsTo = async (text: string) => {
    const answer = await operator.send(search + encodeURIComponent(text))
    return answer.status === 307 ? answer.headers.location : answer.status
  }
  expect(await leadsTo(` ${walletAddress} `)).toBe(`/console/resources?address=${walletAddress}`)
  expect(await leadsTo('7K2QXV9M4T')).toBe('/console/connects?find=7K2QXV9M4T')

  const found = async (text: string) => parseHtml((await operator.send(search + text)).body)
  const nothing = await found('nonsense')
  expect(textOf(nothing.querySelector('title'))).toContain(consoleT('searchPage.titleOf', { text: 'nonsense' }))
  expect(nothing.querySelector('input[type="search"]')?.getAttribute('value')).toBe('nonsense')
  expect(textOf(nothing.querySelector('main'))).toContain(consoleT('searchPage.nothing', { text: 'nonsense' }))
  for (const [text, title] of [
    ['%20', 'searchPage.hint'],
    ['x'.repeat(201), 'searchPage.tooLong'],
  ] as const) {
    expect((await operator.send(search + text)).body).toContain(inHtml(consoleT(title)))
  }
  // The log has an entry for the search, without its text.
  expect(app.output()).toMatch(/"event":"audit".*"action":"look_up","what":"search"/)
  expect(app.output()).not.toContain('nonsense')
})

test('a shortcut key focuses the search field, and types a slash where it is typed', async ({ page, app }) => {
  await open(page, app, quietPage)
  const field = searchbox(page)
  for (const key of ['/', 'Control+k', 'Meta+k']) {
    await page.locator('#content').focus()
    await page.keyboard.press(key)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
  }
  // Playwright has no keys of other alphabets.
  const content = page.locator('#content')
  for (const [key, isFocused] of [
    ['л', true],
    // On a Dvorak keyboard, this is another shortcut.
    ['t', false],
  ] as const) {
    await content.focus()
    await content.dispatchEvent('keydown', { key, code: 'KeyK', ctrlKey: true })
    await expect(isFocused ? field : content).toBeFocused()
  }
  // A browser's autofill sends an event without a key. The test fails if the page throws.
  await field.evaluate((input) => input.dispatchEvent(new Event('keydown', { bubbles: true })))
  await field.focus()
  await page.keyboard.type('a/b')
  await expect(field).toHaveValue('a/b')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.origin}${search}a%2Fb`)
})

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 320, height: 568 } })

  test('one bar has buttons for the pages, the account and the search', async ({ page, app }) => {
    await open(page, app, '/console/resources')
    const press = (name: 'openRail' | 'account' | 'openSearch') =>
      page
        .getByRole('region', { name: consoleT('layout.deployment') })
        .getByRole('button', { name: consoleT(`layout.${name}`), exact: true })
        .click()
    expect((await page.getByRole('main').boundingBox())?.y).toBeLessThanOrEqual(56)

    const pages = page.getByRole('navigation', { name: consoleT('layout.navigation') })
    await expect(pages).toBeHidden()
    await press('openRail')
    const current = pages.getByRole('link', { name: consoleT('layout.pages.resources') })
    await expect(current).toBeInViewport({ ratio: 1 })
    await expect(current).toHaveAttribute('aria-current', 'page')
    await page.keyboard.press('Escape')
    await expect(pages).toBeHidden()

    await press('account')
    await expect(page.getByRole('button', { name: consoleT('layout.signOut') })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')

    await press('openSearch')
    await expect(searchbox(page)).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(searchbox(page)).toBeHidden()
    for (const [typed, path] of [
      ['nonsense', `${search}nonsense`],
      ['7K2QXV9M4T', '/console/connects?find=7K2QXV9M4T'],
    ] as const) {
      await waitForReact(page, 'search form')
      await page.keyboard.press('Control+k')
      await searchbox(page).fill(typed)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(app.origin + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await overflowOf(page)).toBe(0)
    }
  })
})

test.describe('the settings of the console', () => {
  test.use({ timezoneId: 'Asia/Tokyo', colorScheme: 'light' })

  test('other pages keep the choice of the theme, the times and the width of the links', async ({ page, app }) => {
    await open(page, app, '/console')
    const body = page.locator('body')
    const time = page.getByRole('main').locator('time').first()
    const pages = page.getByRole('navigation', { name: consoleT('layout.navigation') })
    const width = async () => (await pages.boundingBox())?.width
    const background = () => body.evaluate((element) => getComputedStyle(element).backgroundColor)
    const setting = (name: 'scheme.dark' | 'scheme.system' | 'times.local' | 'times.utc') =>
      page.getByRole('radio', { name: consoleT(`controls.view.${name}`) })
    await expect(body).not.toHaveAttribute('data-scheme')
    await expect(time).toHaveAttribute('title', /UTC/)
    expect(await width()).toBeGreaterThan(150)
    const light = await background()
    await openSettings(page)
    await setting('scheme.dark').check()
    await expect(body).toHaveAttribute('data-scheme', 'dark')
    await setting('times.local').check()
    await expect(time).toHaveAttribute('title', /GMT\+09:00/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: consoleT('layout.rail.narrow'), exact: true }).click()
    await expect.poll(width).toBeLessThan(80)

    await open(page, app, '/console/conversions?rows=10')
    await expect(body).toHaveAttribute('data-scheme', 'dark')
    expect(await background()).not.toBe(light)
    await expect(time).toHaveAttribute('title', /GMT\+09:00/)
    await expect.poll(width).toBeLessThan(80)
    await expect(pages.getByRole('link', { name: consoleT('layout.pages.setup') })).toBeVisible()
    await page.getByRole('button', { name: consoleT('layout.rail.wide'), exact: true }).click()
    await expect.poll(width).toBeGreaterThan(150)
    await openSettings(page)
    await setting('scheme.system').check()
    await expect(body).not.toHaveAttribute('data-scheme')
    await setting('times.utc').check()
    await expect(time).toHaveAttribute('title', /UTC/)
  })
})

test('the header of the site links to the console for staff only', async ({ app }) => {
  for (const [name, links] of [
    [operatorName, [consoleT('layout.siteLink')]],
    ['Ada', []],
    [undefined, []],
  ] as const) {
    const { body } = await (await visitorAs(app, name)).send('/')
    expect(parseHtml(body).querySelectorAll('[data-part="header"] a[href="/console"]').map(textOf)).toEqual(links)
  }
})
