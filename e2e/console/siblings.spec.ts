import getPort from 'get-port'
import { overflowOf } from '../accessibility/states'
import { openConsole } from './steps'
import { startApp } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { expect, test } from '../fixtures'
import { readConsolePage } from '../received-page'
import { visitorAs } from '../sessions'
import { consoleT } from '../texts'

/* The switch between the consoles of an operator's subnets. */

test('staff can switch between the consoles that CONSOLE_SIBLINGS names', async ({ page, app: south, standIn }) => {
  const port = await getPort()
  const siblings = `North=http://localhost:${port}/console, South & West=${south.origin}/console, Staging=https://staging.example.com/console`
  const north = await startApp({ port, variables: { ...appVariables({ standIn, port }), CONSOLE_SIBLINGS: siblings } })
  const navigation = consoleT('layout.siblings.navigation')
  const menu = page.getByRole('navigation', { name: navigation })
  try {
    await openConsole(page, north, '/console/setup')
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 640 })
      if (width < 768) await page.getByRole('button', { name: consoleT('layout.account') }).click()
      await expect(menu.locator('.menu > button')).toHaveText('North')
      await menu.locator('.menu > button').click()
      await expect(menu.getByRole('link')).toHaveText(['North', 'South & West', 'Staging'])
      await expect(menu.locator('[aria-current]')).toHaveText(['North'])
      expect(await overflowOf(page)).toBe(0)
      await menu.getByRole('link', { name: 'South & West' }).click({ trial: width === 1280 })
      if (width === 1280) await page.keyboard.press('Escape')
    }
    // Each app has a separate session.
    await expect(page).toHaveURL(new RegExp(`^${south.origin}/signin`))

    const linksOf = async (from: typeof north) =>
      (await readConsolePage(from, '/console/setup')).elements(`nav[aria-label="${navigation}"] a`).length
    expect([await linksOf(north), await linksOf(south)]).toEqual([3, 0])
    const seenByUser = await (await visitorAs(north, 'Ada')).send('/console')
    expect([seenByUser.status, seenByUser.body.includes('staging.example.com')]).toEqual([404, false])
  } finally {
    await north.close()
  }
})
