import getPort from 'get-port'
import { startApp } from './harness/app'
import { appVariables } from './harness/app-variables'
import { expect, test } from './fixtures'
import { readConsolePage } from './received-page'
import { visitorAs } from './sessions'
import { signInAsOperator } from './page-steps'
import { consoleT } from './texts'

/* The switch between the consoles of an operator's subnets. */

const navigation = consoleT('layout.siblings.navigation')

for (const { screen, width } of [
  { screen: 'a desktop', width: 1280 },
  { screen: 'a phone', width: 320 },
]) {
  test(`staff can switch from one console to another on ${screen}`, async ({ page, standIn }) => {
    const ports = [await getPort(), await getPort()]
    const [north = '', south = ''] = ports.map((port) => `http://localhost:${port}`)
    const siblings = `North=${north}/console, South & West=${south}/console, Staging=https://staging.example.com/console`
    const [app, other] = await Promise.all(
      ports.map((port) =>
        startApp({ port, variables: { ...appVariables({ standIn, port }), CONSOLE_SIBLINGS: siblings } }),
      ),
    )
    if (!app || !other) throw new Error('There are two ports.')
    try {
      await page.setViewportSize({ width, height: 640 })
      await signInAsOperator(page, app)
      await page.goto(`${north}/console`)
      const openAccount = async () => {
        if (width < 768) await page.getByRole('button', { name: consoleT('layout.account') }).click()
      }
      const menu = page.getByRole('navigation', { name: navigation })
      await openAccount()
      await menu.locator('summary').click()
      await expect(menu.getByRole('link')).toHaveText(['North', 'South & West', 'Staging'])
      await expect(menu.locator('[aria-current]')).toHaveText(['North'])
      await menu.getByRole('link', { name: 'South & West' }).click()
      // Each app has a separate session.
      await expect(page).toHaveURL(new RegExp(`^${south}/signin`))
      await signInAsOperator(page, other)
      await page.goto(`${south}/console`)
      await openAccount()
      await expect(menu.locator('summary')).toHaveText('South & West')
    } finally {
      await Promise.all([app.close(), other.close()])
    }
  })
}

test('the console has a switch for staff only when CONSOLE_SIBLINGS names another console', async ({
  app,
  startVariant,
}) => {
  const siblings = await startVariant({ CONSOLE_SIBLINGS: 'South=https://south.example.com/console' })
  const linksOf = async (from: typeof app) =>
    (await readConsolePage(from, '/console'))
      .elements(`nav[aria-label="${navigation}"] a`)
      .map((link) => link.getAttribute('href'))
  expect(await linksOf(siblings)).toEqual(['https://south.example.com/console'])
  expect(await linksOf(app)).toEqual([])
  const seenByUser = await (await visitorAs(siblings, 'Ada')).send('/console')
  expect([seenByUser.status, seenByUser.body.includes('south.example.com')]).toEqual([404, false])
})
