import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  askedConversions,
  conversionsPath,
  conversionWith,
  listRuns,
  openConsole,
  resourcesPath,
  run,
  taskRunsPath,
} from './console-steps'
import { expect, test } from './fixtures'
import { operatorName } from './harness/people'
import { openRaw } from './harness/raw-client'
import { cookieHeader } from './harness/sign-in'
import { readConsolePage } from './received-page'
import { consoleT } from './texts'
import { sessionOf, visitorAs } from './sessions'

/*
 * The contents and the failures of each export. lib/console/export.test.ts and csv.test.ts test the format of the
 * rows, console-lists.spec.ts what all lists have in common, and console-access.spec.ts who may export.
 */

const balancesPath = '/console/balances/export'
const today = () => new Date().toISOString().slice(0, 10)
/** Returns the file name of a CSV with a list of the stand-in's subnet. */
const fileName = (list: string, { subnetId }: { subnetId: string }) => `staging-${list}-${subnetId}-${today()}.csv`
const linesOf = (csv: string) => csv.trimEnd().split('\r\n')

test('the export of balances and its menu have only the found balances after a search', async ({
  app,
  control,
  standIn,
}) => {
  await control.set({ data: { users: 300 } })
  const { user_id: user } = await control.user(2)
  const page = await readConsolePage(app, `/console/balances?find=${user.toLowerCase()}`)
  expect(page.text).toContain(consoleT('shared.exportLinks.filtered'))
  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send(page.link(consoleT('shared.exportLinks.csvLabel')))
  expect(csv.headers['content-disposition']).toContain(fileName('found-balances', standIn))
  expect(linesOf(csv.body).slice(1)).toEqual([expect.stringContaining(user)])
  const all = await readConsolePage(app, '/console/balances')
  expect(all.text).toContain(consoleT('shared.exportLinks.all'))
})

test('the export of conversions follows the dates', async ({ app, control, standIn }) => {
  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send(`${conversionsPath}/export?from=2025-01-01&until=2025-12-31`)
  expect(csv.headers['content-disposition']).toContain(fileName('conversions', standIn))
  const lines = linesOf(csv.body)
  expect(lines).toHaveLength(53)
  expect(lines[0]).toBe(
    '\ufeffconversion_id,converted_at,period_started_at,period_ended_at,total_subnet_points_in_pool,' +
      'gross_bolts_allocation,total_bolts_distributed,user_bolts_distributed,owner_bolts_distributed,' +
      'user_breakdown_entries',
  )
  // The app reads a whole breakdown with one call for each conversion.
  for (const query of await askedConversions(control))
    expect(query).toMatch(/^from=2025-01-01&until=2025-12-31&page=\d+&limit=20$/)
})

test('the export of one conversion has its whole breakdown', async ({ app, control, standIn }) => {
  const { answer } = conversionWith({ conversion_id: 'good' })
  await control.script('conversions', { json: answer })
  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send(`${conversionsPath}/good/export?at=1`)
  expect(csv.headers['content-disposition']).toContain(fileName('conversion-good', standIn))
  expect(csv.body).toBe(
    '\ufeffwallet_address,user_id,subnet_points,share_percentage,bolts_earned\r\n' +
      `"'=1+1",user 1,30,75,60.5\r\n` +
      'wallet 2,user 2,10,25,20\r\n',
  )
})

test('the export of task runs has the rows of the page, with the field names of the interface', async ({
  app,
  control,
  standIn,
}) => {
  await listRuns(control, [
    run(1, 4000),
    run(2, 100, { raw_data_invalid: true, validated_at: '2026-01-31T12:00:00Z' }),
    run(3, 10),
  ])
  const list = await readConsolePage(app, `${taskRunsPath}?show=stuck&minutes=1`)
  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send(list.link(consoleT('shared.exportLinks.csvLabel')))
  expect(csv.headers['content-disposition']).toContain(fileName('stuck-task-runs', standIn))
  const [head, , second, ...rest] = linesOf(csv.body)
  expect(head).toBe(
    '\ufefftask_run_id,task_id,event_id,status,blockchain_status,validated_at,raw_data_invalid,force_ended,' +
      'ingested_at,updated_at,seconds_since_update',
  )
  expect(second).toMatch(/event-2,in_progress,running,2026-01-31T12:00:00Z,true,false,.*,100$/)
  expect(rest).toEqual([])
})

test('the export of task runs says that some may be missing when the service has more than it lists', async ({
  app,
  control,
}) => {
  await listRuns(control, [run(1, 4000), run(2, 10)], 2)
  const operator = await visitorAs(app, operatorName)
  const lines = linesOf((await operator.send(`${taskRunsPath}/export`)).body)
  expect(lines).toHaveLength(4)
  expect(lines[3]).toContain(consoleT('shared.exports.listCut', { limit: 2 }))
})

test('an export answers 400 with the reason, and sends no request, when its query is invalid', async ({
  app,
  control,
}) => {
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

test('the export of a conversion answers 404 with the reason when there is no such conversion', async ({ app }) => {
  const operator = await visitorAs(app, operatorName)
  const missing = await operator.send(`${conversionsPath}/nothing/export`)
  expect(missing.status).toBe(404)
  expect(missing.body).toContain(consoleT('conversions.export.missing'))
})

test('an export is complete when the service makes it wait', async ({ app, control }) => {
  await control.set({ data: { users: 1000 }, quirks: { readRate: { requests: 3, windowMs: 2000 }, nullsEvery: 100 } })
  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send(balancesPath)
  const lines = linesOf(csv.body)
  expect(lines).toHaveLength(1002)
  expect(lines.at(-1)).toContain(consoleT('shared.exports.unreadable', { count: 10 }))
  expect(app.output()).toContain('"event":"export pause"')
})

test('the browser saves a whole export, and reports a failed download when the export ends early', async ({
  page,
  app,
  control,
  standIn,
}) => {
  await openConsole(page, app, '/console/balances')
  const download = async () => {
    const started = page.waitForEvent('download')
    await page.evaluate((href) => window.location.assign(href), balancesPath)
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
  const failOnSecondPage = async () => {
    await control.script('balances', { json: { status: 'success', data } })
    await control.script('balances', { delayMs: 300, status: 403, json: { error: 'No longer' } })
  }
  await failOnSecondPage()
  expect(await (await download()).failure()).not.toBeNull()

  // A proxy may turn the failure into a regular end, so the last row has to say it too.
  const cookie = cookieHeader(await sessionOf(app, operatorName))
  await failOnSecondPage()
  const client = openRaw(
    Number(new URL(app.origin).port),
    `GET ${balancesPath} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`,
  )
  await client.closed
  expect(client.received()).toContain(consoleT('shared.exports.brokeOff', { count: 100 }))

  await control.clearScripts()
  await control.set({ data: { users: 300 } })
  const file = await download()
  expect(await file.failure()).toBeNull()
  expect(file.suggestedFilename()).toBe(fileName('balances', standIn))
  expect(linesOf(await readFile(await file.path(), 'utf8'))).toHaveLength(301)
})
