import { openConsole } from './console-steps'
import { expect, test } from './fixtures'
import { textOf } from './harness/html'
import { operatorName } from './harness/people'
import { readConsolePage } from './received-page'
import { consoleT } from './texts'
import { visitorAs } from './sessions'

/* How the console reports unexpected behaviour of the service. `service-quirks.test.ts` tests the client. */

test('the list reports conversions outside the dates, and names the variables to set', async ({ app, control }) => {
  await control.set({ names: { from: 'since', until: 'to' }, quirks: { ignoresUnknown: true } })
  const { alerts } = await readConsolePage(app, '/console/conversions?until=2001-01-01&rows=5')
  expect(alerts).toHaveLength(1)
  expect(alerts[0]).toContain('5 conversions are outside the dates you chose')
  expect(alerts[0]).toContain('SERVICE_PARAM_UNTIL')

  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send('/console/conversions/export?format=csv&until=2001-01-01')
  expect(csv.body.trimEnd().split('\r\n').at(-1)).toMatch(/200 conversions are outside.*SERVICE_PARAM_UNTIL/)

  const sections = (await readConsolePage(app, '/console/setup')).elements('section').map(textOf)
  const names = sections.find((section) => section.startsWith(consoleT('overview.names.title')))
  for (const name of ['SIGNATURE_FIELD', 'PARAM_FROM', 'PARAM_UNTIL', 'PARAM_PAGE', 'PARAM_LIMIT', 'PARAM_ADDRESS']) {
    expect(names).toContain(`SERVICE_${name}`)
  }
  expect(names).toContain(consoleT('overview.names.unchecked'))
})

test('a search reports that the service makes it wait, and resumes by itself', async ({ app, control }) => {
  await control.set({ data: { users: 1000 }, quirks: { readRate: { requests: 4, windowMs: 4000 } } })
  const address = `/console/balances?find=nobody&after=${Date.now()}`
  const textOfSearch = async () => (await readConsolePage(app, address)).text
  await expect.poll(textOfSearch).toMatch(/asked us to wait \d+ s\. The reading resumes by itself\./)
  const whole = consoleT('balancesSearch.whole', { hits: 0, searched: 1000 })
  await expect.poll(textOfSearch, { timeout: 20_000 }).toContain(whole)
})

test('an export is complete when the service makes it wait', async ({ app, control }) => {
  await control.set({ data: { users: 1000 }, quirks: { readRate: { requests: 3, windowMs: 2000 }, nullsEvery: 100 } })
  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send('/console/balances/export?format=csv')
  const lines = csv.body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(1002)
  expect(lines.at(-1)).toContain(consoleT('shared.exports.unreadable', { count: 10 }))
  expect(app.output()).toContain('"event":"export pause"')
})

test('a user has a page, and their bolts of all conversions have a chart and an export', async ({
  page,
  app,
  control,
}) => {
  await control.set({ data: { users: 40, breakdownUsers: 40, conversions: 30 } })
  const { user_id: user } = await control.user(2)
  const list = await readConsolePage(app, '/console/balances?rows=5')
  const ofUser = list.elements('a').filter((link) => textOf(link).startsWith(user))
  expect(ofUser.map((link) => link.getAttribute('href'))).toEqual([`/console/users/${user}`])
  await openConsole(page, app, `/console/conversions/by-user?user=${user}`)
  await expect(page.getByText(consoleT('shared.subnetBolts'))).toBeAttached()
  await expect(page.getByRole('main').getByText(/^[\d.,]+ bolts in \d+ entries across 30 conversions\.$/)).toBeVisible()
  const found = await page.getByRole('table').getByRole('rowheader').count()
  expect(await page.locator('figure rect').count()).toBe(found)

  const operator = await visitorAs(app, operatorName)
  const csv = await operator.send(`/console/conversions/by-user/export?format=csv&user=${user}`)
  expect(csv.body.trimEnd().split('\r\n')).toHaveLength(found + 1)
  const all = await operator.send('/console/conversions/breakdowns/export?format=csv')
  const lines = all.body.trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\ufeffconversion_number,conversion_id,converted_at,wallet_address,user_id,subnet_points,share_percentage,bolts_earned',
  )
  expect(lines.filter((line) => line.includes(user))).toHaveLength(found)

  // One of the entries links to its breakdown, with a search.
  await page.getByRole('table').getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('textbox', { name: consoleT('conversions.breakdown.search.label') }).fill(user.slice(-8))
  await page.getByRole('button', { name: consoleT('conversions.breakdown.search.button'), exact: true }).click()
  await expect(page.getByText(/^1 match in \d+ rows\.$/)).toBeVisible()
})
