import { openConsole, resource, resourcesPath, rows } from './steps'
import { expect, test } from '../fixtures'
import { walletAddress } from '../harness/people'
import { alertOf } from '../connect/page-steps'
import { readConsolePage } from '../received-page'
import { consoleT } from '../texts'

const pathOf = (address: string) => `${resourcesPath}?${new URLSearchParams({ address }).toString()}`

// lists.spec.ts tests that a list keeps its rows and the focus, and balances.spec.ts that the form follows the URL.
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
  await openConsole(page, app, resourcesPath)

  await test.step('a missing address causes an error and no request', async () => {
    await lookUp('')
    await expect(problem).toContainText(consoleT('resources.lookup.missing'))
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toBeFocused()
    await expect(page).toHaveTitle(/^Error: /)
    expect(await control.received('resources')).toEqual([])
  })

  await test.step('a second press sends the same address again', async () => {
    await lookUp(walletAddress)
    await expect(problem).toContainText(consoleT('problems.wallet_not_found.title'))
    await expect(page).toHaveURL(app.origin + pathOf(walletAddress))
    await control.script('resources', { json: { status: 'success', resources: [resource(1)] } })
    await lookUpButton.click()
    await expect(rows(page)).toHaveCount(1)
    await expect(page.locator('#announcer')).toHaveText(/resources? found\.$/)
  })

  await test.step('the page shows that it waits, and keeps the old rows with the name of their wallet', async () => {
    await control.script('resources', {
      waitsForRelease: true,
      status: 404,
      json: { error: 'Wallet not found', status: 'error' },
    })
    await lookUp((await control.user(0)).wallets[0] ?? '')
    await expect(page.getByRole('button', { name: consoleT('resources.lookup.busy') })).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByText(consoleT('resources.found', { count: 1 }))).toContainText(walletAddress)
    await control.release()
    await expect(problem).toContainText(consoleT('problems.wallet_not_found.title'))
    await expect(rows(page)).toHaveCount(0)
  })
})

test('the form looks up any wallet of an account, and any other address', async ({ app, control }) => {
  const user = await control.user(0)
  const { text, submit } = await readConsolePage(app, resourcesPath)
  const lookUp = (address: string) => readConsolePage(app, submit(consoleT('resources.lookup.button'), { address }))
  expect(text).toContain(consoleT('resources.nothingAsked.title'))
  for (const wallet of user.wallets) {
    const found = await lookUp(wallet)
    expect(found.text).toContain(consoleT('resources.found', { count: user.resources }))
    expect(found.rows).toHaveLength(user.resources)
  }
  const malformed = await lookUp(`0${walletAddress.slice(1)}`)
  expect(malformed.text).toContain(consoleT('resources.doubt.wrong_characters'))
  expect(malformed.alerts).toEqual([expect.stringContaining(consoleT('problems.wallet_not_found.title'))])
  expect(await control.received('resources')).toHaveLength(user.wallets.length + 1)
})
