import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures'
import { operatorName } from './harness/people'
import { cookieHeader } from './harness/sign-in'
import { sessionOf } from './sessions'
import { signInAsOperator } from './steps'
import { consoleT } from './texts'

const address = '/console/balances/export'
const today = () => new Date().toISOString().slice(0, 10)

test('an export has all rows, of all pages, as CSV and as JSON', async ({ requestAs, app, control }) => {
  await control.set({ data: { users: 1234 } })
  const operator = await requestAs(app, operatorName)
  const csv = await operator.get(`${app.origin}${address}?format=csv`)
  expect(csv.headers()).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="staging-balances-${today()}.csv"`,
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
  })
  const lines = (await csv.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1235)
  expect(lines[0]).toBe('\ufeffwallet_address,user_id,current_period_points,all_time_points,bolts')

  const json = (await (await operator.get(`${app.origin}${address}?format=json`)).json()) as { user_id: string }[]
  expect(json).toHaveLength(1234)
  expect(lines[1234]).toContain(json[1233]?.user_id)
})

test('a cell that begins a formula is escaped, and a negative number is none', async ({ requestAs, app, control }) => {
  const balance = {
    wallet_address: '=HYPERLINK("https://stranger.example")',
    user_id: '@SUM(A1)',
    current_period_points: -5,
    all_time_points: 0,
    bolts: 1.5,
  }
  const data = { balances: [balance], pagination: { page: 1, limit: 200, total: 1 } }
  await control.script('balances', { json: { status: 'success', data } })
  const operator = await requestAs(app, operatorName)
  const [, row] = (await (await operator.get(`${app.origin}${address}?format=csv`)).text()).split('\r\n')
  expect(row).toBe(`"'=HYPERLINK(""https://stranger.example"")",'@SUM(A1),-5,0,1.5`)
})

test('an export that fails at its beginning is no file, but words', async ({ requestAs, app, control }) => {
  await control.script('balances', { status: 401, json: { error: 'Bad key' } })
  const answer = await (await requestAs(app, operatorName)).get(`${app.origin}${address}?format=csv`)
  expect(answer.status()).toBe(502)
  expect(answer.headers()).not.toHaveProperty('content-disposition')
  expect(await answer.text()).toContain(consoleT('problems.unauthenticated.title'))
})

test('an export that fails in the middle is a failed download, not a shorter file; one that does not is saved whole', async ({
  page,
  app,
  control,
}) => {
  await signInAsOperator(page, app)
  await page.goto(`${app.origin}/console/balances`)
  const download = async () => {
    const started = page.waitForEvent('download')
    await page.evaluate((href) => window.location.assign(href), `${address}?format=csv`)
    return started
  }
  // The second page comes late, so that the first is on its way to the browser already, and then never.
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
  expect(file.suggestedFilename()).toBe(`staging-balances-${today()}.csv`)
  expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(301)
})

test('who leaves in the middle ends the walk', async ({ app, control }) => {
  await control.set({ data: { users: 1_000_000 } })
  const leaving = new AbortController()
  const answer = await fetch(`${app.origin}${address}?format=csv`, {
    headers: { Cookie: cookieHeader(await sessionOf(app, operatorName)) },
    signal: leaving.signal,
  })
  await answer.body?.getReader().read()
  leaving.abort()
  await expect
    .poll(
      async () => {
        const before = (await control.received('balances')).length
        await new Promise((resolve) => setTimeout(resolve, 300))
        return (await control.received('balances')).length - before
      },
      { timeout: 10_000 },
    )
    .toBe(0)
  expect((await control.received('balances')).length).toBeLessThan(1000)
})
