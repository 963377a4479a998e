import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  askedConversions,
  conversionsPath,
  conversionWith,
  listRuns,
  openConsole,
  resource,
  resourcesPath,
  run,
  taskRunsPath,
  ulidOf,
  type TaskRunRecord,
} from './console-steps'
import { expect, test } from './fixtures'
import { operatorName, walletAddress } from './harness/people'
import { openRaw } from './harness/raw-client'
import { cookieHeader } from './harness/sign-in'
import { readConsolePage } from './received-page'
import { consoleT } from './texts'
import { sessionOf, visitorAs } from './sessions'

/*
 * The contents and the failures of each export. lib/console/export.test.ts and csv.test.ts test the format of
 * the rows, and console-access.spec.ts tests who may export.
 */

const balancesPath = '/console/balances/export'
const today = () => new Date().toISOString().slice(0, 10)
/** Returns the file name of a CSV with a list of the stand-in's subnet. */
const fileName = (list: string, { subnetId }: { subnetId: string }) => `staging-${list}-${subnetId}-${today()}.csv`
const linesOf = (csv: string) => csv.trimEnd().split('\r\n')

test('the export of balances has the rows of all pages, as CSV and as JSON', async ({ app, control, standIn }) => {
  await control.set({ data: { users: 1234 } })
  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send(`${balancesPath}?format=csv`)
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName('balances', standIn)}"`,
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
  })
  const lines = linesOf(csv.body)
  expect(lines).toHaveLength(1235)
  expect(lines[0]).toBe('\ufeffwallet_address,user_id,current_period_points,all_time_points,bolts')

  const json = JSON.parse((await operator.send(`${balancesPath}?format=json`)).body) as { user_id: string }[]
  expect(json).toHaveLength(1234)
  expect(lines[1234]).toContain(json[1233]?.user_id)
})

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
  const json = await operator.send(page.link(consoleT('shared.exportLinks.jsonLabel')))
  expect(JSON.parse(json.body)).toEqual([expect.objectContaining({ user_id: user })])
  const all = await readConsolePage(app, '/console/balances')
  expect(all.text).toContain(consoleT('shared.exportLinks.all'))
})

test('the export of conversions follows the dates, and has the breakdowns in JSON', async ({
  app,
  control,
  standIn,
}) => {
  const operator = await visitorAs(app, operatorName)
  const file = async (format: string) =>
    operator.send(`${conversionsPath}/export?from=2025-01-01&until=2025-12-31&format=${format}`)
  const csv = await file('csv')
  expect(csv.headers['content-disposition']).toContain(fileName('conversions', standIn))
  const lines = linesOf(csv.body)
  expect(lines).toHaveLength(53)
  expect(lines[0]).toBe(
    '\ufeffconversion_id,converted_at,period_started_at,period_ended_at,total_subnet_points_in_pool,' +
      'gross_bolts_allocation,total_bolts_distributed,user_bolts_distributed,owner_bolts_distributed,' +
      'user_breakdown_entries',
  )
  const json = JSON.parse((await file('json')).body) as { conversion_id: string; user_breakdown: unknown[] }[]
  expect(json.map(({ conversion_id }) => conversion_id)).toEqual(lines.slice(1).map((line) => line.split(',')[0]))
  expect(json[0]?.user_breakdown.length).toBe(Number(lines[1]?.split(',').at(-1)))
  for (const query of await askedConversions(control))
    expect(query).toMatch(/^from=2025-01-01&until=2025-12-31&page=\d+&limit=20$/)
})

test('the export of one conversion has its whole breakdown', async ({ app, control, standIn }) => {
  const { answer } = conversionWith({ conversion_id: 'good' })
  await control.script('conversions', { json: answer, times: 2 })
  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send(`${conversionsPath}/good/export?at=1&format=csv`)
  expect(csv.headers['content-disposition']).toContain(fileName('conversion-good', standIn))
  expect(csv.body).toBe(
    '\ufeffwallet_address,user_id,subnet_points,share_percentage,bolts_earned\r\n' +
      "'=1+1,user 1,30,75,60.5\r\n" +
      'wallet 2,user 2,10,25,20\r\n',
  )
  const json = await operator.send(`${conversionsPath}/good/export?at=1&format=json`)
  expect(JSON.parse(json.body)).toEqual(answer.data.conversions[0]?.user_breakdown)
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
  const json = await operator.send(list.link(consoleT('shared.exportLinks.jsonLabel')))
  expect((JSON.parse(json.body) as TaskRunRecord[]).map((run) => run.task_run_id)).toEqual([ulidOf(1), ulidOf(2)])
})

test('the export of task runs says that some may be missing when the service has more than it lists', async ({
  app,
  control,
}) => {
  await listRuns(control, [run(1, 4000), run(2, 10)], 2)
  const operator = await visitorAs(app, operatorName)
  const json = JSON.parse((await operator.send(`${taskRunsPath}/export?format=json`)).body) as unknown[]
  expect(json).toHaveLength(3)
  expect(json[2]).toEqual({ remark: consoleT('shared.exports.listCut', { limit: 2 }) })
})

test('the export of resources has all resources', async ({ app, control, standIn }) => {
  const resources = Array.from({ length: 120 }, (_, index) => resource(index + 1))
  await control.script('resources', { json: { status: 'success', resources }, times: 5 })
  const { link } = await readConsolePage(app, `${resourcesPath}?address=${walletAddress}`)
  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send(link(consoleT('shared.exportLinks.csvLabel')))
  expect(csv.headers['content-disposition']).toContain(fileName('resources', standIn))
  const lines = linesOf(csv.body)
  expect(lines).toHaveLength(121)
  expect(lines[0]).toBe('\ufeffid,name,resource_type,resource_subtype,resource_pda,active')
  expect(lines[1]).toBe(`${resource(1).id},Resource 1,device,dashcam,${resource(1).resource_pda},true`)
  const json = await operator.send(link(consoleT('shared.exportLinks.jsonLabel')))
  expect(JSON.parse(json.body)).toEqual(resources)
})

test('an export answers 400 with the reason, and sends no request, when its query is invalid', async ({
  app,
  control,
}) => {
  const operator = await visitorAs(app, operatorName)
  for (const [path, text] of [
    [`${conversionsPath}/export?from=2026-02-01&until=2026-01-01&format=csv`, 'conversions.export.wrongDates'],
    [`${conversionsPath}/breakdowns/export?from=x&format=csv`, 'conversions.export.wrongDates'],
    [`${resourcesPath}/export?format=csv`, 'walletLookup.missing'],
    [`${resourcesPath}/export?address=%20&format=csv`, 'walletLookup.missing'],
    [`${balancesPath}?format=xlsx`, 'shared.exports.unknownFormat'],
  ] as const) {
    const answer = await operator.send(path)
    expect(answer.status, path).toBe(400)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.body).toContain(consoleT(text))
  }
  expect(await control.received()).toEqual([])
})

test('an export answers with the reason when the conversion is unknown or the service refuses', async ({
  app,
  control,
}) => {
  const operator = await visitorAs(app, operatorName)
  const missing = await operator.send(`${conversionsPath}/nothing/export?format=csv`)
  expect(missing.status).toBe(404)
  expect(missing.body).toContain(consoleT('conversions.export.missing'))

  await control.script('balances', { status: 401, json: { error: 'Bad key' } })
  const refused = await operator.send(`${balancesPath}?format=csv`)
  expect(refused.status).toBe(502)
  expect(refused.headers).not.toHaveProperty('content-disposition')
  expect(refused.body).toContain(consoleT('problems.unauthenticated.title'))
})

test('an export is complete when the service makes it wait', async ({ app, control }) => {
  await control.set({ data: { users: 1000 }, quirks: { readRate: { requests: 3, windowMs: 2000 }, nullsEvery: 100 } })
  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send(`${balancesPath}?format=csv`)
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
    await page.evaluate((href) => window.location.assign(href), `${balancesPath}?format=csv`)
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
  for (const format of ['csv', 'json']) {
    await failOnSecondPage()
    const head = `GET ${balancesPath}?format=${format} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`
    const client = openRaw(Number(new URL(app.origin).port), head)
    await client.closed
    const [lastRow] = client.received().trimEnd().split(/\r?\n/).slice(-1)
    expect(lastRow, format).toContain(consoleT('shared.exports.brokeOff', { count: 100 }))
  }

  await control.clearScripts()
  await control.set({ data: { users: 300 } })
  const file = await download()
  expect(await file.failure()).toBeNull()
  expect(file.suggestedFilename()).toBe(fileName('balances', standIn))
  expect(linesOf(await readFile(await file.path(), 'utf8'))).toHaveLength(301)
})
