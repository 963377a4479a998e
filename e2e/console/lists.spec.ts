import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright/test'
import { overflowOf } from '../accessibility/states'
import {
  conversionsPath,
  conversionWith,
  openConsole,
  postFile,
  resource,
  resourcesPath,
  taskRunsPath,
  uploadsPath,
} from './steps'
import { expect, test, waitForReact } from '../fixtures'
import { pastConnectsFile } from '../harness/past-connects'
import { operatorName, walletAddress } from '../harness/people'
import { visitorAs } from '../sessions'
import { consoleT } from '../texts'

/*
 * What all lists of the console have in common. The units are in components/console/list.test.tsx, with the empty and
 * the failed list, and in lib/console.
 * access.spec.ts tests who may see and export them.
 */

/** The settings of an app that keeps records: full ones of connects, and thirty days of them. */
const keeping = { CONNECT_RECORDS: 'full', DEMO_CONNECTS: pastConnectsFile([walletAddress]) }

/** The exports, each with the name and the header row of its file. */
const files: [url: string, name: string, header: string][] = [
  ['/console/balances/export', 'balances', 'wallet_address,user_id,current_period_points,all_time_points,bolts'],
  [
    `${resourcesPath}/export?address=${walletAddress}`,
    'resources',
    'id,name,resource_type,resource_subtype,resource_pda,active',
  ],
  [
    `${conversionsPath}/export`,
    'conversions',
    'conversion_id,converted_at,period_started_at,period_ended_at,total_subnet_points_in_pool,' +
      'gross_bolts_allocation,total_bolts_distributed,user_bolts_distributed,owner_bolts_distributed,' +
      'user_breakdown_entries',
  ],
  [
    `${conversionsPath}/one/export?id=good&at=1`,
    'conversion-good',
    'wallet_address,user_id,subnet_points,share_percentage,bolts_earned',
  ],
  [
    `${conversionsPath}/breakdowns/export`,
    'breakdowns',
    'conversion_number,conversion_id,converted_at,wallet_address,user_id,subnet_points,share_percentage,bolts_earned',
  ],
  [
    `${taskRunsPath}/export`,
    'pending-task-runs',
    'task_run_id,task_id,event_id,status,blockchain_status,validated_at,raw_data_invalid,force_ended,' +
      'ingested_at,updated_at,seconds_since_update',
  ],
  [
    '/console/connects/export',
    'connects',
    'at,outcome,reason,status,code,request_id,way,language,is_proven,duration_ms,attempts,user_id,wallet_address',
  ],
  [`${uploadsPath}/export`, 'batches', 'sent_at,file_name,size_bytes,sha256,sent_by,batch_id,queued,failed'],
  ['/console/audit/export', 'audit', 'at,staff_id,staff_name,action,what,about,size_bytes'],
]

test('each list has a file with its own columns', async ({ startVariant, control, standIn }) => {
  const operator = await visitorAs(await startVariant(keeping), operatorName)
  expect((await postFile(operator)).status).toBe(200)
  await control.script('resources', { json: { status: 'success', resources: [resource(1)] } })
  for (const [url, name, header] of files) {
    if (name === 'conversion-good') await control.script('conversions', { json: conversionWith({}).answer })
    const { headers, body } = await operator.send(url)
    expect(headers['content-disposition']).toContain(`"staging-${name}-${standIn.subnetId}-`)
    const [head, ...rows] = body.trimEnd().split('\r\n')
    expect(head).toBe(`\ufeff${header}`)
    expect(rows.length, name).toBeGreaterThan(0)
  }
})

test('a list keeps its rows and the focus until another page has loaded, and Back restores it', async ({
  page,
  app,
  control,
}) => {
  const rows = page.locator('tbody').getByRole('rowheader')
  const pages = page.getByRole('navigation', { name: consoleT('shared.pagination.label') })
  const next = page.getByRole('link', { name: consoleT('shared.pagination.next'), exact: true })
  // The first page sends its list late, so another state of the page mounts the list again.
  await control.set({ quirks: { readDelayMs: 500 } })
  await openConsole(page, app, conversionsPath)
  await expect(rows).toHaveCount(26)
  await control.set({ quirks: { readDelayMs: 0 } })
  const first = await rows.first().textContent()
  // The table aligns texts at the start, and numbers at the end.
  await expect(page.getByRole('columnheader').first()).toHaveCSS('text-align', 'start')
  await expect(page.locator('thead th.number').last()).toHaveCSS('text-align', 'end')

  await test.step('the rows stay and the link keeps the focus while another page loads', async () => {
    await control.script('conversions', { waitsForRelease: true, status: 500, json: { error: 'x' } })
    await next.focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await control.received('conversions')).at(-1)?.target).toContain('page=2')
    await expect(rows.first()).toHaveText(first ?? '')
    await control.release()
    await expect(pages).toContainText('27–52 of 200')
    await expect(page).toHaveURL(`${app.origin}${conversionsPath}?page=2`)
    await expect(page).toHaveTitle(/^Conversions, page 2 ·/)
    await expect(next).toBeFocused()
    await expect(page.locator('#announcer')).toContainText('27–52 of 200')
  })

  await test.step('another page size starts at the first page, and Back restores the page', async () => {
    await page.getByRole('link', { name: '10', exact: true }).click()
    await expect(rows).toHaveCount(10)
    await expect(page).toHaveURL(`${app.origin}${conversionsPath}?rows=10`)
    await page.goBack()
    await expect(pages).toContainText('27–52 of 200')
    await page.goBack()
    await expect(rows.first()).toHaveText(first ?? '')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a row is a card of two lines, its details show the rest, and one menu sorts', async ({
    page,
    app,
    control,
  }) => {
    await control.set({ data: { users: 60 } })
    await openConsole(page, app, '/console/balances')
    const card = page.locator('tbody > tr').first()
    const cell = (column: 'current_period_points' | 'all_time_points' | 'bolts') =>
      card.locator(`[data-label="${consoleT(`balances.columns.${column}`)}"]`)
    const top = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? NaN)
    const name = card.getByRole('rowheader').getByRole('link')
    expect(Math.abs((await top(cell('bolts'))) - (await top(name)))).toBeLessThan(10)
    expect((await top(cell('all_time_points'))) - (await top(name))).toBeGreaterThan(10)
    expect((await card.boundingBox())?.height).toBeLessThan(80)
    await expect(cell('current_period_points')).toBeHidden()
    await card.locator('summary').click()
    await expect(cell('current_period_points')).toBeVisible()

    const column = page.getByRole('columnheader', { name: consoleT('balances.columns.bolts') })
    await expect(column).toBeHidden()
    await page.getByRole('button', { name: consoleT('shared.sort') }).click()
    await column.getByRole('link').click()
    await expect(page).toHaveURL(/sort=bolts&order=descending/)
    await expect(page.getByRole('button', { name: `Sort: ${consoleT('balances.columns.bolts')}` })).toBeVisible()
    await expect(column).toBeHidden()
  })

  test('every list fits 320 pixels, and its filters and states are as wide as their texts', async ({
    page,
    startVariant,
    control,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    const app = await startVariant(keeping)
    await postFile(await visitorAs(app, operatorName))
    await control.set({ data: { users: 3, openRuns: 6 } })
    await control.script('resources', { json: { status: 'success', resources: [resource(1)] } })
    // e2e/accessibility/console.spec.ts opens the pages of conversions with this width.
    for (const path of [
      '/console/balances',
      `${resourcesPath}?address=${walletAddress}`,
      taskRunsPath,
      '/console/connects',
      uploadsPath,
      '/console/audit',
    ]) {
      await openConsole(page, app, path)
      await expect(page.getByRole('table').first(), path).toBeVisible()
      expect(await overflowOf(page), path).toBe(0)
      const stretched = page.locator('tbody .rounded-pill, .chip').filter({ visible: true })
      const widths = await stretched.evaluateAll((pills) => pills.map(({ clientWidth }) => clientWidth))
      expect(Math.max(0, ...widths), path).toBeLessThan(200)
      // The filters are one row that scrolls.
      for (const filter of (await page.locator('.list .chips a').all()).slice(-1)) {
        expect((await page.locator('.list .chips').boundingBox())?.height, path).toBeLessThan(48)
        await filter.focus()
        await expect(filter).toBeInViewport({ ratio: 1 })
      }
    }
  })
})

test('an export answers 400 with the reason when its query is invalid', async ({ app, control }) => {
  const operator = await visitorAs(app, operatorName)
  for (const [path, text] of [
    [`${conversionsPath}/export?from=2026-02-01&until=2026-01-01`, 'conversions.export.wrongDates'],
    [`${conversionsPath}/breakdowns/export?from=x`, 'conversions.export.wrongDates'],
    [`${resourcesPath}/export`, 'resources.lookup.missing'],
    [`${resourcesPath}/export?address=%20`, 'resources.lookup.missing'],
  ] as const) {
    const answer = await operator.send(path)
    expect(answer.status, path).toBe(400)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.body).toContain(consoleT(text))
  }
  expect(await control.received()).toEqual([])
})

test('the browser saves a whole export, and reports one that ends early as failed', async ({ page, app, control }) => {
  await openConsole(page, app, '/console/balances')
  const download = async () => {
    const started = page.waitForEvent('download')
    await page.evaluate(() => window.location.assign('/console/balances/export'))
    return started
  }
  // The second page fails only when the first page is already on its way to the browser.
  const balances = Array.from({ length: 100 }, (_, index) => ({
    wallet_address: randomBytes(250).toString('hex'),
    user_id: `user ${index}`,
    current_period_points: index,
    all_time_points: index,
    bolts: index,
  }))
  const data = { balances, pagination: { page: 1, limit: 100, total: 5000 } }
  await control.script('balances', { json: { status: 'success', data } })
  await control.script('balances', { delayMs: 300, status: 403, json: { error: 'No longer' } })
  expect(await (await download()).failure()).not.toBeNull()

  await control.clearScripts()
  await control.set({ data: { users: 300 } })
  const file = await download()
  expect(await file.failure()).toBeNull()
  expect(file.suggestedFilename()).toMatch(/^staging-balances-.*\.csv$/)
  expect((await readFile(await file.path(), 'utf8')).match(/\r\n/g)).toHaveLength(301)
})

test('the filter of the audit needs no press, and the navigation has groups', async ({ page, app }) => {
  await openConsole(page, app, '/console/audit')
  await waitForReact(page)
  const person = page.getByRole('searchbox', { name: consoleT('audit.filter.person') })
  const nobody = randomBytes(4).toString('hex')
  await person.pressSequentially(nobody)
  await expect(page).toHaveURL(new RegExp(`person=${nobody}`))
  await expect(page.getByText(consoleT('audit.empty.title')).first()).toBeVisible()
  await expect(person).toBeFocused()
  await page.getByRole('combobox', { name: consoleT('audit.columns.action') }).selectOption('export')
  await expect(page).toHaveURL(new RegExp(`person=${nobody}.*action=export`))
  await expect(person).toHaveValue(nobody)
  const pagesOf = (group: string) => page.getByRole('list', { name: group, exact: true }).getByRole('link')
  await expect(pagesOf(consoleT('layout.groups.rewards'))).toHaveText([
    consoleT('layout.pages.conversions'),
    consoleT('layout.pages.balances'),
  ])
})
