import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test } from './fixtures'
import { operatorName } from './harness/people'
import { alertOf, signInAsOperator, walletAddress } from './steps'
import { consoleT } from './texts'

const path = '/console/resources'
const exportPath = `${path}/export`

async function open(page: Page, app: App, query = ''): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(app.origin + path + query)
}

const field = (page: Page) => page.getByRole('textbox', { name: consoleT('walletLookup.label') })
const lookUpButton = (page: Page) => page.getByRole('button', { name: consoleT('walletLookup.button') })
const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

async function lookUp(page: Page, address: string): Promise<void> {
  await field(page).fill(address)
  await lookUpButton(page).click()
}

const resource = (number: number, fields = {}) => ({
  id: `01J00000000000000000000${String(number).padStart(3, '0')}`,
  name: `Resource ${number}`,
  resource_type: 'device',
  resource_subtype: 'dashcam',
  resource_pda: `1111111111111111111111111111111111111111${String(number).padStart(3, '0')}`,
  active: true,
  ...fields,
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a wallet leads to all that its account owns here, whichever of its wallets it is', async ({
      page,
      app,
      control,
    }) => {
      const user = await control.user(0)
      await open(page, app)
      await expect(page.getByText(consoleT('resources.nothingAsked.title'))).toBeVisible()
      expect(await control.received('resources')).toEqual([])
      for (const wallet of user.wallets) {
        await lookUp(page, wallet)
        await expect(page).toHaveURL(`${app.origin}${path}?address=${wallet}`)
        await expect(page.getByText(consoleT('resources.found', { count: user.resources }))).toBeVisible()
        await expect(rows(page)).toHaveCount(user.resources)
      }
      expect(await control.received('resources')).toHaveLength(user.wallets.length)
    })

    test('no address is said, and nothing is asked; any other is looked up', async ({ page, app, control }) => {
      await open(page, app)
      await lookUp(page, '')
      await expect(alertOf(page)).toContainText(consoleT('walletLookup.missing'))
      await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
      if (javaScriptEnabled) await expect(field(page)).toBeFocused()
      expect(await control.received('resources')).toEqual([])
      await lookUp(page, `0${walletAddress.slice(1)}`)
      await expect(page.getByText(consoleT('resources.doubt.wrong_characters'))).toBeVisible()
      await expect(alertOf(page)).toContainText(consoleT('problems.wallet_not_found.title'))
      expect(await control.received('resources')).toHaveLength(1)
    })

    test('an unknown wallet, a missing address and a key of another subnet are told apart', async ({
      page,
      app,
      control,
    }) => {
      const problem = alertOf(page)
      await open(page, app)
      await lookUp(page, walletAddress)
      await expect(problem).toContainText(consoleT('problems.wallet_not_found.title'))
      await expect(problem).toContainText(consoleT('problems.wallet_not_found.text'))
      await expect(problem).toContainText('Wallet not found')

      // Under that name the service does not look for it.
      await control.set({ names: { address: 'wallet' } })
      await control.script('resources', {
        status: 400,
        json: { status: 'error', error: 'wallet address is missing' },
      })
      await lookUp(page, (await control.user(1)).wallets[0] ?? '')
      await expect(problem).toContainText(consoleT('problems.address_missing.title'))
      await expect(problem).toContainText('SERVICE_PARAM_ADDRESS')
      await expect(page.getByRole('link', { name: consoleT('problems.retry') })).toBeVisible()

      await control.script('resources', { status: 403, json: { error: 'Key is not authorized for this subnet' } })
      await lookUp(page, (await control.user(2)).wallets[0] ?? '')
      await expect(problem).toContainText(consoleT('problems.forbidden.title'))
      await expect(problem).toContainText('Key is not authorized for this subnet')
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('many resources are whole and in their place, however late they come', async ({ page, app, control }) => {
    const resources = Array.from({ length: 200 }, (_, index) => resource(index + 1))
    await control.script('resources', { json: { status: 'success', resources }, delayMs: 600, times: 2 })
    await open(page, app, `?address=${walletAddress}&rows=200`)
    await expect(page.getByRole('main').getByRole('table').locator('tbody').getByRole('row')).toHaveCount(200)
    await expect(page.getByText(consoleT('shared.loading', { what: consoleT('resources.what') }))).toBeHidden()
  })
})

test('each resource has its name, type, subtype, PDA, id and whether it is active', async ({ page, app, control }) => {
  await control.script('resources', {
    json: {
      status: 'success',
      resources: [
        resource(1),
        resource(2, { active: false, name: '<i>Küche</i>', resource_type: 'a type learned since' }),
        resource(3, { name: '\u202e' }),
      ],
    },
  })
  await open(page, app, `?address=${walletAddress}`)
  await expect(rows(page).nth(0)).toContainText(/Resource 1.*device.*dashcam.*Yes/)
  await expect(rows(page).nth(1)).toContainText(/<i>Küche<\/i>.*a type learned since.*dashcam.*No/)
  await expect(rows(page).nth(2)).toContainText(consoleT('shared.resourceColumns.unnamed'))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [what, value] of [
    [consoleT('shared.resourceColumns.resourcePda'), resource(1).resource_pda],
    [consoleT('shared.resourceColumns.resourceId'), resource(1).id],
  ] as const) {
    await rows(page)
      .first()
      .getByRole('button', { name: consoleT('controls.copy.button', { what }) })
      .click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  }
})

test('an account without resources here is no unknown wallet', async ({ page, app, control }) => {
  await control.script('resources', { json: { status: 'success', resources: [] } })
  await open(page, app, `?address=${walletAddress}`)
  await expect(page.getByText(consoleT('resources.none.title'))).toBeVisible()
  await expect(alertOf(page)).toHaveCount(0)
})

test('white space around a pasted address is dropped, upper and lower case are kept', async ({
  page,
  app,
  control,
}) => {
  await open(page, app)
  await lookUp(page, `  ${walletAddress}\t`)
  await expect(alertOf(page)).toContainText(consoleT('problems.wallet_not_found.title'))
  const [request] = await control.received('resources')
  expect(request?.target).toContain(`address=${walletAddress}`)
})

test('many resources come in pages', async ({ page, app, control }) => {
  const resources = Array.from({ length: 120 }, (_, index) => resource(index + 1))
  await control.script('resources', { json: { status: 'success', resources }, times: 5 })
  await open(page, app, `?address=${walletAddress}`)
  await expect(page.getByText(consoleT('resources.found', { count: 120 }))).toBeVisible()
  await expect(rows(page)).toHaveCount(50)
  await page.getByRole('link', { name: consoleT('shared.pagination.last') }).click()
  await expect(rows(page)).toHaveCount(20)
  await expect(rows(page).last()).toContainText('Resource 120')
  await expect(field(page)).toHaveValue(walletAddress)
})

test('Back leads to the wallet before, in the field and below it', async ({ page, app, control }) => {
  const [first, second] = [(await control.user(0)).wallets[0] ?? '', (await control.user(1)).wallets[0] ?? '']
  await open(page, app)
  await lookUp(page, first)
  await expect(rows(page).first()).toBeVisible()
  const shown = await rows(page).allTextContents()
  await lookUp(page, second)
  await expect(page).toHaveURL(`${app.origin}${path}?address=${second}`)
  await field(page).fill('typed and left')
  await page.goBack()
  await expect(field(page)).toHaveValue(first)
  await expect(rows(page)).toHaveText(shown)
  await page.goBack()
  await expect(page.getByText(consoleT('resources.nothingAsked.title'))).toBeVisible()
  await expect(field(page)).toHaveValue('')
})

test('a wait says so, and the rows of another wallet are gone meanwhile', async ({ page, app, control }) => {
  await open(page, app, `?address=${(await control.user(0)).wallets[0]}`)
  await expect(rows(page).first()).toBeVisible()
  await control.script('resources', {
    waitsForRelease: true,
    status: 404,
    json: { error: 'Wallet not found', status: 'error' },
  })
  await lookUp(page, walletAddress)
  await expect(
    page.getByRole('status').filter({ hasText: consoleT('shared.loading', { what: consoleT('resources.what') }) }),
  ).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await control.release()
  await expect(alertOf(page)).toContainText(consoleT('problems.wallet_not_found.title'))
})

test('a failure says what to do, and the retry does it', async ({ page, app, control }) => {
  const wallet = (await control.user(0)).wallets[0]
  await control.script('resources', { status: 401, json: { error: 'Bad key' } })
  await open(page, app, `?address=${wallet}`)
  await expect(alertOf(page)).toContainText(consoleT('problems.unauthenticated.title'))
  await page.getByRole('link', { name: consoleT('problems.retry') }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('the same address once more is asked for once more', async ({ page, app, control }) => {
  await open(page, app)
  await lookUp(page, walletAddress)
  await expect(alertOf(page)).toBeVisible()
  await control.script('resources', { json: { status: 'success', resources: [resource(1)] } })
  await lookUpButton(page).click()
  await expect(rows(page)).toHaveCount(1)
})

test('what came of it is said to a screen reader', async ({ page, app, control }) => {
  await open(page, app)
  await lookUp(page, (await control.user(0)).wallets[0] ?? '')
  await expect(page.locator('#console-announcer')).toHaveText(/resources? found$/)
})

test('an export has all resources, formulas escaped', async ({ page, app, control }) => {
  const resources = [resource(1, { name: '=1+1' }), ...Array.from({ length: 119 }, (_, index) => resource(index + 2))]
  await control.script('resources', { json: { status: 'success', resources }, times: 5 })
  await open(page, app, `?address=${walletAddress}`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: consoleT('shared.exportLinks.csvLabel') }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^staging-resources-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(121)
  expect(lines[0]).toBe('\ufeffid,name,resource_type,resource_subtype,resource_pda,active')
  expect(lines[1]).toBe(`${resource(1).id},'=1+1,device,dashcam,${resource(1).resource_pda},true`)

  const json = await page.request.get(`${app.origin}${exportPath}?address=${walletAddress}&format=json`)
  expect(await json.json()).toEqual(resources)
})

test.describe('an export', () => {
  for (const [what, query] of [
    ['without an address', '?format=csv'],
    ['with an empty address', '?format=csv&address=%20'],
    ['in an unknown format', `?format=xlsx&address=${walletAddress}`],
  ]) {
    test(`${what} is refused, and nothing is asked`, async ({ requestAs, app, control }) => {
      const answer = await (await requestAs(app, operatorName)).get(app.origin + exportPath + query)
      expect(answer.status()).toBe(400)
      expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
      expect(await control.received('resources')).toEqual([])
    })
  }

  test('of an unknown wallet is no file, but words', async ({ requestAs, app }) => {
    const operator = await requestAs(app, operatorName)
    const answer = await operator.get(`${app.origin}${exportPath}?format=csv&address=${walletAddress}`)
    expect(answer.status()).toBe(502)
    expect(await answer.text()).toContain(consoleT('problems.wallet_not_found.title'))
  })
})

test('whoever is no operator finds neither page nor export, and an operator both', async ({
  requestAs,
  app,
  control,
}) => {
  const query = `?format=csv&address=${(await control.user(0)).wallets[0]}`
  const statusOf = async (address: string, name?: string) =>
    (await (await requestAs(app, name)).get(app.origin + address + query, { maxRedirects: 0 })).status()
  expect(await statusOf(exportPath)).toBe(404)
  for (const address of [path, exportPath]) expect(await statusOf(address, 'Ada')).toBe(404)
  expect(await control.received('resources')).toEqual([])
  for (const address of [path, exportPath]) expect(await statusOf(address, operatorName)).toBe(200)
})
