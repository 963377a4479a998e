import type { Page } from 'playwright/test'
import { openConsole } from '../console/steps'
import { expect, test, waitForReact } from '../fixtures'
import { consoleT } from '../texts'

/* Tests how many Tabs lead to an element, and whether the focus is visible there, because axe checks neither. */

/** Presses Tab until an element that fits has the focus. @throws after `maxTabs` presses. */
async function tabsUntil(page: Page, fits: (focused: Element) => boolean, maxTabs: number): Promise<number> {
  for (let tabs = 1; tabs <= maxTabs; tabs += 1) {
    await page.keyboard.press('Tab')
    if (await page.locator(':focus').evaluate(fits)) return tabs
  }
  throw new Error(`Not reached in ${maxTabs} Tabs.`)
}

// e2e/console/conversions.spec.ts tests the focus and the announcement of the next page.
test('the first row of a list is at most 8 Tabs away with the button that skips to the table, and the next page 12', async ({
  page,
  app,
}) => {
  await openConsole(page, app, '/console/balances')
  await waitForReact(page, 'search form')
  await expect(page.getByRole('table')).toBeVisible()
  const toSkip = await tabsUntil(page, (focused) => focused.matches('.skip-to-table'), 4)
  await expect(page.getByRole('button', { name: consoleT('layout.skip.table') })).toBeInViewport()
  await page.keyboard.press('Enter')
  const toRow = await tabsUntil(page, (focused) => focused.closest('tbody') !== null, 2)
  expect(toSkip + toRow).toBeLessThanOrEqual(8)

  await page.reload()
  await waitForReact(page, 'search form')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const tabs = await tabsUntil(page, (focused) => focused.textContent === 'Next', 11)
  expect(tabs + 1).toBeLessThanOrEqual(12)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=2/)
})

test('no focused element is covered when a user tabs back and forth through the rows', async ({ page, app }) => {
  await openConsole(page, app, '/console/balances')
  await expect(page.getByRole('table')).toBeVisible()
  // The page itself looks at each focused element, before the next key moves the focus.
  await page.evaluate(() => {
    const covers: string[] = []
    Object.assign(window, { covers })
    addEventListener(
      'keydown',
      () => {
        const focused = document.activeElement ?? document.body
        const { left, top, width, height } = focused.getBoundingClientRect()
        const at = document.elementFromPoint(left + width / 2, top + height / 2)
        if (at !== null && !focused.contains(at) && !at.contains(focused)) covers.push(at.outerHTML.slice(0, 200))
      },
      true,
    )
  })
  const found = () => page.evaluate(() => (window as unknown as { covers: string[] }).covers)
  for (const viewport of [
    { width: 1280, height: 800 },
    // 1280 by 1024 at 400 %, and a phone, where the links to other pages are at the bottom.
    { width: 320, height: 256 },
    { width: 390, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    await page.getByRole('rowheader').nth(20).getByRole('link').focus()
    for (const key of [...Array<string>(30).fill('Shift+Tab'), ...Array<string>(40).fill('Tab'), 'Shift'])
      await page.keyboard.press(key)
    expect(await found(), `at ${viewport.width} by ${viewport.height}`).toEqual([])
  }
})
