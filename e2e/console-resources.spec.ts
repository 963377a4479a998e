import type { Page } from 'playwright/test'
import type { App } from './harness/app'
import { expect, test } from './fixtures'
import { readConsolePage } from './received-page'
import { resource, resourcesPath } from './resource-steps'
import { alertOf, signInAsOperator, walletAddress } from './steps'
import { consoleT } from './texts'

const pathOf = (address: string) => `${resourcesPath}?${new URLSearchParams({ address }).toString()}`

async function open(page: Page, app: App, query = ''): Promise<void> {
  await signInAsOperator(page, app)
  await page.goto(app.origin + resourcesPath + query)
}

const field = (page: Page) => page.getByRole('textbox', { name: consoleT('walletLookup.label') })
const lookUpButton = (page: Page) => page.getByRole('button', { name: consoleT('walletLookup.button') })
const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const loading = consoleT('shared.loading', { what: consoleT('resources.what') })

async function lookUp(page: Page, address: string): Promise<void> {
  await field(page).fill(address)
  await lookUpButton(page).click()
}

test.describe('the lookup', () => {
  test('shows what the account behind any of its wallets owns, with PDAs and ids to copy, says so to a screen reader, and Back leads to the wallet before', async ({
    page,
    app,
    control,
  }) => {
    const [user, other] = [await control.user(0), await control.user(1)]
    await open(page, app)
    await expect(page.getByText(consoleT('resources.nothingAsked.title'))).toBeVisible()
    expect(await control.received('resources')).toEqual([])

    await test.step('a wallet leads to all that its account owns here, whichever of its wallets it is', async () => {
      for (const wallet of user.wallets) {
        await lookUp(page, wallet)
        await expect(page).toHaveURL(`${app.origin}${resourcesPath}?address=${wallet}`)
        await expect(page.getByText(consoleT('resources.found', { count: user.resources }))).toBeVisible()
        await expect(rows(page)).toHaveCount(user.resources)
        await expect(page.locator('#console-announcer')).toHaveText(/resources? found$/)
      }
      expect(await control.received('resources')).toHaveLength(user.wallets.length)
    })

    await test.step('Back leads to the wallet before, in the field and below it', async () => {
      const shown = await rows(page).allTextContents()
      const second = other.wallets[0] ?? ''
      await lookUp(page, second)
      await expect(page).toHaveURL(`${app.origin}${resourcesPath}?address=${second}`)
      await field(page).fill('typed and left')
      await page.goBack()
      await expect(field(page)).toHaveValue(user.wallets.at(-1) ?? '')
      await expect(rows(page)).toHaveText(shown)
      for (const _ of user.wallets) await page.goBack()
      await expect(page.getByText(consoleT('resources.nothingAsked.title'))).toBeVisible()
      await expect(field(page)).toHaveValue('')
    })

    await test.step('each resource has its name, type, subtype, whether it is active, and its PDA and id to copy', async () => {
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
      await lookUp(page, walletAddress)
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
  })

  test('asks for nothing without an address, tells apart what may be wrong, asks again on demand, and shows no rows of another wallet', async ({
    page,
    app,
    control,
  }) => {
    const problem = alertOf(page)
    await open(page, app)

    await test.step('no address is said, and nothing is asked', async () => {
      await lookUp(page, '')
      await expect(problem).toContainText(consoleT('walletLookup.missing'))
      await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(field(page)).toBeFocused()
      expect(await control.received('resources')).toEqual([])
    })

    await test.step('what looks like no address is looked up', async () => {
      await lookUp(page, `0${walletAddress.slice(1)}`)
      await expect(page.getByText(consoleT('resources.doubt.wrong_characters'))).toBeVisible()
      await expect(problem).toContainText(consoleT('problems.wallet_not_found.title'))
      expect(await control.received('resources')).toHaveLength(1)
    })

    await test.step('an unknown wallet is said to be one; white space around a pasted address is dropped, upper and lower case are kept', async () => {
      await control.clearReceived()
      await lookUp(page, `  ${walletAddress}\t`)
      await expect(page.getByText(consoleT('resources.doubt.wrong_characters'))).toBeHidden()
      await expect(problem).toContainText(consoleT('problems.wallet_not_found.title'))
      await expect(problem).toContainText(consoleT('problems.wallet_not_found.text'))
      await expect(problem).toContainText('Wallet not found')
      const [request] = await control.received('resources')
      expect(request?.target).toContain(`address=${walletAddress}`)
    })

    await test.step('the same address once more is asked for once more', async () => {
      await control.script('resources', { json: { status: 'success', resources: [resource(1)] } })
      await lookUpButton(page).click()
      await expect(rows(page)).toHaveCount(1)
    })

    await test.step('a wait says so, and the rows of another wallet are gone meanwhile', async () => {
      await control.script('resources', {
        waitsForRelease: true,
        status: 404,
        json: { error: 'Wallet not found', status: 'error' },
      })
      await lookUp(page, (await control.user(0)).wallets[0] ?? '')
      await expect(page.getByRole('status').filter({ hasText: loading })).toBeVisible()
      await expect(rows(page)).toHaveCount(0)
      await control.release()
      await expect(problem).toContainText(consoleT('problems.wallet_not_found.title'))
    })

    await test.step('a missing address and a key of another subnet are told apart', async () => {
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
})

test.describe('without JavaScript', () => {
  const button = consoleT('walletLookup.button')

  test('a wallet leads to all that its account owns here, whichever of its wallets it is', async ({
    requestAs,
    app,
    control,
  }) => {
    const user = await control.user(0)
    const { text, submit } = await readConsolePage(requestAs, app, resourcesPath)
    expect(text).toContain(consoleT('resources.nothingAsked.title'))
    expect(await control.received('resources')).toEqual([])
    for (const wallet of user.wallets) {
      const address = submit(button, { address: wallet })
      expect(address).toBe(`${resourcesPath}?address=${wallet}`)
      const found = await readConsolePage(requestAs, app, address)
      expect(found.text).toContain(consoleT('resources.found', { count: user.resources }))
      expect(found.rows).toHaveLength(user.resources)
    }
    expect(await control.received('resources')).toHaveLength(user.wallets.length)
  })

  test('no address is said, and nothing is asked; any other is looked up', async ({ requestAs, app, control }) => {
    const { submit } = await readConsolePage(requestAs, app, resourcesPath)
    const empty = await readConsolePage(requestAs, app, submit(button, { address: '' }))
    expect(empty.alerts).toEqual([expect.stringContaining(consoleT('walletLookup.missing'))])
    const [input] = empty.elements('input[name="address"]')
    expect(input?.getAttribute('aria-invalid')).toBe('true')
    expect(await control.received('resources')).toEqual([])
    const odd = await readConsolePage(requestAs, app, submit(button, { address: `0${walletAddress.slice(1)}` }))
    expect(odd.text).toContain(consoleT('resources.doubt.wrong_characters'))
    expect(odd.alerts).toEqual([expect.stringContaining(consoleT('problems.wallet_not_found.title'))])
    expect(await control.received('resources')).toHaveLength(1)
  })

  test('an unknown wallet, a missing address and a key of another subnet are told apart', async ({
    requestAs,
    app,
    control,
  }) => {
    const lookUp = async (address: string) => {
      const { alerts, links } = await readConsolePage(requestAs, app, pathOf(address))
      expect(alerts).toHaveLength(1)
      return { problem: alerts[0], retries: links(consoleT('problems.retry')) }
    }
    const unknown = await lookUp(walletAddress)
    expect(unknown.problem).toContain(consoleT('problems.wallet_not_found.title'))
    expect(unknown.problem).toContain(consoleT('problems.wallet_not_found.text'))
    expect(unknown.problem).toContain('Wallet not found')

    // Under that name the service does not look for it.
    await control.set({ names: { address: 'wallet' } })
    await control.script('resources', { status: 400, json: { status: 'error', error: 'wallet address is missing' } })
    const missing = await lookUp((await control.user(1)).wallets[0] ?? '')
    expect(missing.problem).toContain(consoleT('problems.address_missing.title'))
    expect(missing.problem).toContain('SERVICE_PARAM_ADDRESS')
    expect(missing.retries).toHaveLength(1)

    await control.script('resources', { status: 403, json: { error: 'Key is not authorized for this subnet' } })
    const forbidden = await lookUp((await control.user(2)).wallets[0] ?? '')
    expect(forbidden.problem).toContain(consoleT('problems.forbidden.title'))
    expect(forbidden.problem).toContain('Key is not authorized for this subnet')
  })

  test.describe('in a browser', () => {
    test.use({ javaScriptEnabled: false })

    test('many resources are whole and in their place, however late they come', async ({ page, app, control }) => {
      const resources = Array.from({ length: 200 }, (_, index) => resource(index + 1))
      await control.script('resources', { json: { status: 'success', resources }, delayMs: 600, times: 2 })
      await open(page, app, `?address=${walletAddress}&rows=200`)
      await expect(page.getByRole('main').getByRole('table').locator('tbody').getByRole('row')).toHaveCount(200)
      await expect(page.getByText(loading)).toBeHidden()
    })
  })
})

test.describe('the list', () => {
  test('of an account without resources here is not that of an unknown wallet', async ({ requestAs, app, control }) => {
    await control.script('resources', { json: { status: 'success', resources: [] } })
    const { text, alerts } = await readConsolePage(requestAs, app, pathOf(walletAddress))
    expect(text).toContain(consoleT('resources.none.title'))
    expect(alerts).toEqual([])
  })

  test('has pages where there are many resources', async ({ requestAs, app, control }) => {
    const resources = Array.from({ length: 120 }, (_, index) => resource(index + 1))
    await control.script('resources', { json: { status: 'success', resources }, times: 5 })
    const first = await readConsolePage(requestAs, app, pathOf(walletAddress))
    expect(first.text).toContain(consoleT('resources.found', { count: 120 }))
    expect(first.rows).toHaveLength(50)
    const last = await readConsolePage(requestAs, app, first.link(consoleT('shared.pagination.last')))
    expect(last.rows).toHaveLength(20)
    expect(last.rows.at(-1)).toContain('Resource 120')
    expect(last.elements(`input[name="address"][value="${walletAddress}"]`).length).toBe(1)
  })

  test('that cannot be read says what to do, and the retry does it', async ({ requestAs, app, control }) => {
    const [wallet = ''] = (await control.user(0)).wallets
    await control.script('resources', { status: 401, json: { error: 'Bad key' } })
    const failing = await readConsolePage(requestAs, app, pathOf(wallet))
    expect(failing.alerts).toEqual([expect.stringContaining(consoleT('problems.unauthenticated.title'))])
    const retried = await readConsolePage(requestAs, app, failing.link(consoleT('problems.retry')))
    expect(retried.rows.length).toBeGreaterThan(0)
  })
})
