import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import type { App } from './app'
import { expect, test } from './fixtures'
import type { ServiceControl } from './service/control'
import {
  addressField,
  alertOf,
  arrive,
  connectButton,
  expectConnected,
  signIn,
  signInAsOperator,
  typeAndConnect,
  walletAddress,
} from './steps'
import { installWallet } from './wallet/install'
import { chooseWallet, openWallets, sign, signButton, signedNote, stopWaiting, walletButton } from './wallet/steps'
import { chooseFile, openUploads, smallCsv, soundFile, uploadButton, uploadFile } from './upload-steps'

/** Every page and state that a user can meet, and how to get there. */
const states: Record<string, (page: Page, app: App, control: ServiceControl) => Promise<void>> = {
  'the start page': async (page, app) => {
    await page.goto(app.origin)
  },
  'the sign-in page': async (page, app) => {
    await page.goto(`${app.origin}/signin`)
  },
  'a refused name': async (page, app) => {
    await page.goto(`${app.origin}/signin`)
    await page.getByRole('textbox', { name: 'Name' }).fill(' ')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(alertOf(page)).toBeVisible()
  },
  'a failed login': async (page, app) => {
    await page.goto(`${app.origin}/signin?error=OAuthCallback`)
    await expect(alertOf(page)).toBeVisible()
  },
  'signed in already': async (page, app) => {
    await signIn(page, app)
    await page.goto(`${app.origin}/signin`)
  },
  'the confirm page': async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
  },
  'a refused address': async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
    await typeAndConnect(page, 'nonsense')
    await expect(alertOf(page)).toBeVisible()
  },
  connecting: async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
    await control.script('confirm', { drop: 'hang' })
    await typeAndConnect(page)
    await expect(page.getByRole('button', { name: 'Connecting…' })).toBeVisible()
  },
  'refused by the service': async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
    await control.script('confirm', { status: 410, json: { error: 'Too late', reason: 'request_expired' } })
    await typeAndConnect(page)
    await expect(alertOf(page)).toBeFocused()
  },
  waiting: async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
    await control.script('confirm', { status: 429, headers: { 'Retry-After': '50' }, json: { error: 'Slow down' } })
    await typeAndConnect(page)
    await expect(page.getByRole('button', { name: /^Connect \(in/ })).toBeDisabled()
  },
  'the list of wallets': async (page, app, control) => {
    await installWallet(page)
    await signIn(page, app)
    await arrive(page, control)
    await openWallets(page)
    await expect(walletButton(page)).toBeVisible()
  },
  'waiting for a wallet': async (page, app, control) => {
    await installWallet(page, { onConnect: 'never answer' })
    await signIn(page, app)
    await arrive(page, control)
    await chooseWallet(page)
    await expect(stopWaiting(page)).toBeVisible()
  },
  'a connected wallet': async (page, app, control) => {
    await installWallet(page)
    await signIn(page, app)
    await arrive(page, control)
    await chooseWallet(page)
    await expect(signButton(page)).toBeVisible()
  },
  'a wallet that has signed': async (page, app, control) => {
    await installWallet(page)
    await signIn(page, app)
    await arrive(page, control)
    await chooseWallet(page)
    await sign(page)
  },
  'a wallet that has switched to another account': async (page, app, control) => {
    const wallet = await installWallet(page)
    await signIn(page, app)
    await arrive(page, control)
    await chooseWallet(page)
    await expect(signButton(page)).toBeVisible()
    await wallet.switchTo(1)
    await expect(alertOf(page)).toBeFocused()
  },
  'a signature that was declined': async (page, app, control) => {
    await installWallet(page, { onSign: 'decline' })
    await signIn(page, app)
    await arrive(page, control)
    await chooseWallet(page)
    await signButton(page).click()
    await expect(alertOf(page)).toBeFocused()
  },
  'nothing to connect': async (page, app) => {
    await signIn(page, app)
    await page.goto(`${app.origin}/connect/confirm`)
  },
  cancelled: async (page, app, control) => {
    await signIn(page, app)
    await arrive(page, control)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Cancelled.')).toBeVisible()
  },
  'a bad link': async (page, app) => {
    await page.goto(`${app.origin}/connect?request_id=1`)
  },
  "the console's overview": async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console`)
    await expect(page.getByText('so far')).toBeVisible()
  },
  'the overview, waiting': async (page, app, control) => {
    for (const operation of ['pending', 'balances', 'conversions'] as const) {
      await control.script(operation, { drop: 'hang' })
    }
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console`, { waitUntil: 'commit' })
    await expect(page.getByRole('status').filter({ hasText: 'Reading' })).toHaveCount(4)
  },
  'the overview, failing': async (page, app, control) => {
    for (const operation of ['pending', 'balances', 'conversions'] as const) {
      await control.script(operation, { status: 403, json: { error: 'No'.repeat(200) } })
    }
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console`)
    await expect(alertOf(page)).toHaveCount(3)
  },
  'a key that is good': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console`)
    await page.getByRole('button', { name: 'Check the key' }).click()
    await expect(page.getByText('Key and subnet ID are right', { exact: true })).toBeVisible()
  },
  'a key that is not': async (page, app, control) => {
    await control.script('confirm', { status: 403, json: { error: 'Not yours' } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console`)
    await page.getByRole('button', { name: 'Check the key' }).click()
    await expect(alertOf(page)).toBeVisible()
  },
  'the task runs': async (page, app, control) => {
    // One of each kind: a hundred take axe half a minute.
    const task_runs = (await control.taskRuns()).slice(0, 12)
    await control.script('pending', { json: { status: 'success', data: { task_runs, count: 12, limit: 12 } } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/task-runs?minutes=none`)
    await page.getByText('What the words in this list mean').click()
    await expect(page.getByText('More runs are pending')).toBeVisible()
  },
  'the task runs, waiting': async (page, app, control) => {
    await control.script('pending', { drop: 'hang' })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/task-runs`, { waitUntil: 'commit' })
    await expect(page.getByRole('status').filter({ hasText: 'Reading' })).toBeVisible()
  },
  'the task runs, failing': async (page, app, control) => {
    await control.script('pending', { status: 403, json: { error: 'No'.repeat(200) } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/task-runs`)
    await expect(alertOf(page)).toBeVisible()
  },
  'task runs that are old, and no longer refreshed': async (page, app, control) => {
    await control.set({ data: { openRuns: 12 } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/task-runs`)
    await page.getByRole('button', { name: 'Pause refreshing' }).click()
    await expect(page.getByText('Does not refresh by itself now.')).toBeVisible()
    await control.script('pending', { status: 403, json: { error: 'No'.repeat(200) } })
    await page.getByRole('button', { name: 'Refresh now' }).click()
    await expect(page.getByText('The list below is old')).toBeVisible()
  },
  'no stuck task run': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/task-runs?show=stuck&minutes=10080`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Task runs')
  },
  'the resources of nobody yet': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/resources`)
    await expect(page.getByText('Whose resources?')).toBeVisible()
  },
  'the resources of an account': async (page, app, control) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/resources?address=${(await control.user(0)).wallets[0]}`)
    await expect(page.getByRole('table')).toBeVisible()
  },
  'many resources': async (page, app, control) => {
    const resources = Array.from({ length: 120 }, (_, index) => ({
      id: `resource ${index}`,
      name: 'n'.repeat(200),
      resource_type: 't'.repeat(200),
      resource_subtype: '',
      resource_pda: '',
      active: false,
    }))
    await control.script('resources', { json: { status: 'success', resources } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/resources?address=${walletAddress}`)
    await expect(page.getByText('120 resources belong')).toBeVisible()
  },
  'what is no wallet address': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/resources?address=nonsense`)
    await expect(alertOf(page)).toBeVisible()
  },
  'the resources, waiting': async (page, app, control) => {
    await control.script('resources', { drop: 'hang' })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/resources?address=${walletAddress}`, { waitUntil: 'commit' })
    await expect(page.getByRole('status').filter({ hasText: 'Reading' })).toBeVisible()
  },
  "an unknown wallet's resources": async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/resources?address=${walletAddress}`)
    await expect(alertOf(page)).toBeVisible()
  },
  'batch uploads': openUploads,
  'a sound file, and a JWT': async (page, app) => {
    await openUploads(page, app)
    await chooseFile(page, smallCsv)
    await expect(soundFile(page)).toBeVisible()
    await page.getByRole('radio', { name: "A subnet admin's JWT" }).check()
    await uploadButton(page).click()
    await expect(alertOf(page)).toBeVisible()
  },
  'a file with faults': async (page, app) => {
    await openUploads(page, app)
    await chooseFile(page, `${'a'.repeat(200)},b,b,\n1,2,3,4\n1\n`, `${'long'.repeat(50)}.csv`)
    await expect(alertOf(page)).toHaveCount(2)
  },
  'an upload under way': async (page, app, control) => {
    await control.script('upload', { drop: 'hang' })
    await openUploads(page, app)
    await uploadFile(page)
    await expect(page.getByRole('progressbar')).toBeVisible()
  },
  'an upload that was taken': async (page, app) => {
    await openUploads(page, app)
    await uploadFile(page)
    await expect(page.getByText('2 rows queued')).toBeVisible()
  },
  'an upload that failed': async (page, app, control) => {
    await control.script('upload', { status: 500, json: { error: 'No'.repeat(200) } })
    await openUploads(page, app)
    await uploadFile(page)
    await expect(alertOf(page)).toBeVisible()
  },
  'the conversions': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions`)
    await expect(page.getByRole('table')).toBeVisible()
  },
  'no conversions': async (page, app, control) => {
    await control.set({ data: { conversions: 0 } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions?until=2020-01-01`)
    await expect(page.getByText('There are no conversions in these dates.')).toBeVisible()
  },
  'conversions in dates that are none': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions?from=2026-02-01&until=2026-01-01`)
    await expect(alertOf(page)).toBeVisible()
  },
  'the conversions, waiting': async (page, app, control) => {
    await control.script('conversions', { drop: 'hang' })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions`, { waitUntil: 'commit' })
    await expect(page.getByRole('status').filter({ hasText: 'Reading' })).toBeVisible()
  },
  'the conversions, failing': async (page, app, control) => {
    await control.script('conversions', { status: 403, json: { error: 'No'.repeat(200) } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions`)
    await expect(alertOf(page)).toBeVisible()
  },
  'a conversion': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions`)
    await page.getByRole('rowheader').first().getByRole('link').click()
    await expect(page.getByRole('table')).toHaveCount(2)
  },
  'a conversion that does not add up': async (page, app, control) => {
    await control.script('conversions', { json: conversionThatDoesNotAddUp })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions/odd?at=1`)
    await expect(alertOf(page)).toBeVisible()
  },
  'a conversion that is not there': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/conversions/01ARZ3NDEKTSV4RRFFQ69G5FAV`)
    await expect(page.getByText('This conversion was not found.')).toBeVisible()
  },
  'the balances': async (page, app) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/balances`)
    await expect(page.getByRole('table')).toBeVisible()
  },
  'the balances, waiting': async (page, app, control) => {
    await control.script('balances', { drop: 'hang' })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/balances`, { waitUntil: 'commit' })
    await expect(page.getByRole('status').filter({ hasText: 'Reading' })).toBeVisible()
  },
  'the balances, failing': async (page, app, control) => {
    await control.script('balances', { status: 403, json: { error: 'No'.repeat(200) } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/balances`)
    await expect(alertOf(page)).toBeVisible()
  },
  'a balance that was found': async (page, app, control) => {
    const { user_id } = await control.user(321)
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/balances?find=${user_id}`)
    await expect(page.getByRole('main').getByText('1 found in all 5,000 balances.')).toBeVisible()
  },
  'a search that goes on': async (page, app, control) => {
    await control.set({ data: { users: 1_000_000 } })
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/balances?find=nobody`)
    await expect(page.getByRole('progressbar')).toHaveAttribute('value', /\d/)
  },
  'an unknown page': async (page, app) => {
    await page.goto(`${app.origin}/no/such/page`)
  },
}

const conversionThatDoesNotAddUp = {
  status: 'success',
  data: {
    conversions: [
      {
        conversion_id: 'odd',
        converted_at: '2026-01-05T01:00:00Z',
        period_started_at: '2025-12-29T00:00:00Z',
        period_ended_at: '2026-01-05T00:00:00Z',
        total_subnet_points_in_pool: 1,
        gross_bolts_allocation: 2,
        total_bolts_distributed: 3,
        user_bolts_distributed: 4,
        owner_bolts_distributed: 5,
        user_breakdown: [],
      },
    ],
    pagination: { page: 1, limit: 1, total: 1 },
  },
}

test.use({ expectedErrors: [/status of (40[04]|502)/] })

for (const [what, goThere] of Object.entries(states)) {
  test(`${what}: WCAG 2.2 AA, light and dark, and fits 320 pixels`, async ({ page, app, control }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await goThere(page, app, control)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(/.+Subnet Connect$|^Subnet Connect$/)
  })
}

test('the whole way with the keyboard alone', async ({ page, app, control, service }) => {
  await control.set({ connectUrl: `${app.origin}/connect` })
  await page.goto(service.profileUrl)
  await page.getByRole('button', { name: 'Connect' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/signin/)
  await tabTo(page, () => page.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Ada')
  await page.keyboard.press('Enter')
  await expect(connectButton(page)).toBeVisible()
  await tabTo(page, () => addressField(page))
  await page.keyboard.type(walletAddress)
  await tabTo(page, () => connectButton(page))
  await page.keyboard.press('Space')
  await expectConnected(page)
})

test('a wallet chosen and proven with the keyboard alone', async ({ page, app, control }) => {
  const wallet = await installWallet(page)
  await signIn(page, app)
  await arrive(page, control)
  await tabTo(page, () => page.getByRole('button', { name: 'Choose a wallet' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose a wallet' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(walletButton(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('heading', { name: `${wallet.name} is connected.` })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(signButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(signedNote(page)).toBeFocused()
  await tabTo(page, () => connectButton(page))
  await page.keyboard.press('Enter')
  await expectConnected(page)
  expect(await control.connections()).toMatchObject([{ address: wallet.address, proven: true }])
})

test('the focus moves to what a press came to', async ({ page, app, control }) => {
  await signIn(page, app)
  await arrive(page, control)
  await typeAndConnect(page, 'nonsense')
  await expect(addressField(page)).toBeFocused()
  await control.script('confirm', { status: 410, json: { error: 'Too late', reason: 'request_expired' } })
  await typeAndConnect(page)
  await expect(alertOf(page)).toBeFocused()
})

test('the console with the keyboard alone: past the navigation, and through it', async ({ page, app }) => {
  await signInAsOperator(page, app)
  await page.goto(`${app.origin}/console`)
  await tabTo(page, () => page.getByRole('link', { name: 'Skip to the content' }))
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await tabTo(page, () => page.getByRole('link', { name: 'See the task runs' }))
  await page.goto(`${app.origin}/console`)
  await tabTo(page, () => page.getByRole('link', { name: 'Balances', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Balances')
  await expect(page.getByRole('link', { name: 'Balances', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
})

/** Presses Tab until the element has the focus, as a person without a mouse does. */
async function tabTo(page: Page, find: () => ReturnType<Page['locator']>): Promise<void> {
  for (let presses = 0; presses < 15; presses += 1) {
    if (await find().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The element cannot be reached with Tab.')
}
