import { openConsole, resource, resourcesPath, rows } from './steps'
import { expect, test } from '../fixtures'
import { walletAddress } from '../harness/people'
import { alertOf } from '../connect/page-steps'
import { consoleT } from '../texts'

// lists.spec.ts tests that a list keeps its rows and the focus, and lib/console/resources.test.ts each address.
test('the lookup sends an address again, and names the wallet of the rows that stay while it waits', async ({
  page,
  app,
  control,
}) => {
  const problem = alertOf(page)
  const field = page.getByRole('textbox', { name: consoleT('resources.lookup.label') })
  const lookUpButton = page.getByRole('button', { name: consoleT('resources.lookup.button') })
  const lookUp = async (address: string) => {
    await field.fill(address)
    await lookUpButton.click()
  }
  const user = await control.user(0)
  const wallet = user.wallets[0] ?? ''
  await openConsole(page, app, resourcesPath)
  await expect(page.getByText(consoleT('resources.nothingAsked.title'))).toBeVisible()

  await test.step('a missing address causes an error and no request', async () => {
    await lookUp('')
    await expect(problem).toContainText(consoleT('resources.lookup.missing'))
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toBeFocused()
    await expect(page).toHaveTitle(/^Error: /)
    expect(await control.received('resources')).toEqual([])
  })

  await test.step('an address that no user can connect is looked up too, and again at a second press', async () => {
    const malformed = `0${walletAddress.slice(1)}`
    await lookUp(malformed)
    await expect(problem).toContainText(consoleT('problems.wallet_not_found.title'))
    await expect(page.getByText(consoleT('resources.doubt.wrong_characters'))).toBeVisible()
    await expect(page).toHaveURL(`${app.origin}${resourcesPath}?address=${malformed}`)
    await control.script('resources', { json: { status: 'success', resources: [resource(1)] } })
    await lookUpButton.click()
    await expect(rows(page)).toHaveCount(1)
    await expect(page.locator('#announcer')).toHaveText(/resources? found\.$/)
  })

  await test.step('the page shows that it waits, and keeps the old rows with the name of their wallet', async () => {
    await lookUp(wallet)
    await expect(rows(page)).toHaveCount(user.resources)
    await control.script('resources', {
      waitsForRelease: true,
      status: 404,
      json: { error: 'Wallet not found', status: 'error' },
    })
    await lookUp(walletAddress)
    await expect(page.getByRole('button', { name: consoleT('resources.lookup.busy') })).toBeVisible()
    await expect(rows(page)).toHaveCount(user.resources)
    await expect(page.getByText(consoleT('resources.found', { count: user.resources }))).toContainText(wallet)
    await control.release()
    await expect(problem).toContainText(consoleT('problems.wallet_not_found.title'))
    await expect(rows(page)).toHaveCount(0)
  })
})
