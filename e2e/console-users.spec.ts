import type { App } from './harness/app'
import { expect, test, type StartVariant } from './fixtures'
import { textOf } from './harness/html'
import { operatorName } from './harness/people'
import { plainBrowserAt } from './plain-steps'
import { arrive, typeAndConnect } from './steps'
import { readConsolePage } from './received-page'
import { resource } from './resource-steps'
import { visitorAs } from './sessions'
import { consoleT } from './texts'

/* The page of one user. console-connects.spec.ts tests that a part stays when another part fails. */

/** Few enough records to be read within the time of one request. */
const data = { users: 40, breakdownUsers: 40, conversions: 30 }

/** Starts the app. All tests of a worker share one process, because the variables are the same. */
const start = (startVariant: StartVariant) =>
  startVariant({
    CONNECT_RECORDS: 'full',
    CONSOLE_USER_LINK: 'https://admin.example.com/users/{user_id}',
    CONSOLE_WALLET_LINK: 'https://explorer.example.com/address/{wallet_address}',
  })

async function rowsOf<Row>(app: App, address: string): Promise<Row[]> {
  return JSON.parse((await (await visitorAs(app, operatorName)).send(address)).body) as Row[]
}

test('a user’s page shows the user’s data, says that the bolts add up, and links to the operator’s pages', async ({
  startVariant,
  control,
}) => {
  const app = await start(startVariant)
  await control.set({ data })
  const { user_id: user, wallets } = await control.user(2)
  const { text, elements, rows } = await readConsolePage(app, `/console/users/${user}`)
  expect(elements('h1').map(textOf)).toEqual([consoleT('users.title', { id: `${user.slice(0, 6)}…` })])
  expect(elements('title').map(textOf)[0]).toContain(`${user.slice(0, 6)}…`)
  for (const part of [user, wallets[0] ?? '', consoleT('users.verdict.addsUp'), consoleT('users.verdict.addsUpText')]) {
    expect(text).toContain(part)
  }
  const bolts = await rowsOf(app, `/console/conversions/by-user/export?format=json&user=${user}`)
  expect(bolts.length).toBeGreaterThan(1)
  expect(rows.length).toBeGreaterThanOrEqual(bolts.length)
  const linksOut = elements('a[target="_blank"]').map((link) => [link.getAttribute('href'), link.getAttribute('rel')])
  expect(linksOut).toContainEqual([`https://admin.example.com/users/${user}`, 'noreferrer noopener'])
  expect(linksOut).toContainEqual([`https://explorer.example.com/address/${wallets[0]}`, 'noreferrer noopener'])
})

test('a user’s page shows by how much the bolts differ, or that some data is missing', async ({
  startVariant,
  control,
}) => {
  const app = await start(startVariant)
  await control.set({ data })
  const { user_id: user } = await control.user(2)
  const balances = await rowsOf<{ user_id: string }>(app, '/console/balances/export?format=json')
  const balance = { ...balances.find(({ user_id }) => user_id === user), bolts: 0 }
  const answer = { balances: [balance], pagination: { page: 1, limit: 200, total: 1 } }
  await control.script('balances', { json: { status: 'success', data: answer } })
  const differs = await readConsolePage(app, `/console/users/${user}`)
  expect(differs.text).toMatch(/Differs by [\d,.]+/)
  expect(differs.text).toMatch(/The balance has [\d,.]+ bolts less than all conversions together\./)

  await control.script('conversions', { status: 401, json: { error: 'Bad key' } })
  const part = await readConsolePage(app, `/console/users/${user}`)
  expect(part.text).toContain(consoleT('users.verdict.notAllRead'))
  expect(part.alerts[0]).toContain(consoleT('problems.unauthenticated.title'))
})

test('a user’s page sorts each of its tables by its own columns', async ({ startVariant, control }) => {
  const app = await start(startVariant)
  await control.set({ data })
  const { user_id: user } = await control.user(2)
  const page = await readConsolePage(app, `/console/users/${user}`)
  const address = page.link(consoleT('userBolts.columns.subnet_points'))
  expect(address).toBe(`/console/users/${user}?sort=bolts.subnet_points&order=descending`)
  const sorted = await readConsolePage(app, address)
  const points = sorted
    .elements('tbody tr')
    .filter((row) => row.querySelector('a[href^="/console/conversions/"]'))
    .map((row) => Number(textOf(row.querySelectorAll('td')[2] ?? null).replaceAll(',', '')))
  expect(points.length).toBeGreaterThan(1)
  expect(points).toEqual(points.toSorted((one, other) => other - one))
  expect(sorted.elements('[aria-sort]')).toHaveLength(1)
})

test('a user’s page has the login and the time of the first confirm of a wallet', async ({ startVariant, control }) => {
  const app = await start(startVariant)
  await control.set({ data, connectUrl: `${app.origin}/connect` })
  const { user_id: user, wallets } = await control.user(3)
  const address = `/console/users/${user}`
  const before = await readConsolePage(app, address)
  expect(before.text).toContain(consoleT('users.summary.unknown.read'))
  expect(before.text).toContain(consoleT('users.connects.none'))

  const browser = await plainBrowserAt(app, 'Uma')
  await arrive(browser, control)
  await typeAndConnect(browser, wallets[0])
  const today = new Date().toISOString().slice(0, 10)
  await expect
    .poll(async () =>
      (await readConsolePage(app, address)).elements('dd time').map((time) => time.getAttribute('datetime')),
    )
    .toEqual([expect.stringContaining(today.slice(0, 7))])
  const after = await readConsolePage(app, address)
  expect(after.links('demo:uma')).toEqual(['/console/connects?find=demo%3Auma'])
  // The operator's system has the ID of the login, but not the ID of the service.
  const linksOut = async (address: string) =>
    (await readConsolePage(app, address)).elements('main a[target="_blank"]').map((link) => link.getAttribute('href'))
  const [ofLogin, ofService] = ['demo%3Auma', user].map((id) => `https://admin.example.com/users/${id}`)
  expect(await linksOut(address)).toContain(ofLogin)
  expect(await linksOut(address)).not.toContain(ofService)
  expect(await linksOut('/console/connects?find=demo:uma')).toContain(ofLogin)
  await control.script('resources', { json: { status: 'success', resources: [resource(1)] } })
  expect(await linksOut(`/console/resources?address=${wallets[0]}`)).toContain(
    `https://explorer.example.com/address/${wallets[0]}`,
  )
  expect(after.text).toContain(consoleT('connectOutcomes.outcomes.confirmed'))
})

test('a user’s page names the unknown data when there are no full records', async ({ app, control }) => {
  await control.set({ data })
  const { user_id: user } = await control.user(2)
  const { text, elements } = await readConsolePage(app, `/console/users/${user}`)
  expect(text).toContain(consoleT('users.summary.unknown.not_kept'))
  expect(text).toContain(consoleT('users.connects.notKept'))
  expect(elements('main a[target="_blank"]')).toHaveLength(0)
})
