import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { conversionsPath, openConsole, resourcesPath } from './console-steps'
import { expect, test } from './fixtures'
import { operatorName } from './harness/people'
import { openRaw } from './harness/raw-client'
import { cookieHeader } from './harness/sign-in'
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
