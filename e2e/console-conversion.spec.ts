import { askedConversions, conversionsPath, conversionWith, linkTo } from './console-steps'
import { expect, test } from './fixtures'
import { rowsOfCsv } from './harness/csv'
import { textOf } from './harness/html'
import { operatorName } from './harness/people'
import { readConsolePage, type ReceivedPage } from './received-page'
import { visitorAs } from './sessions'
import { consoleT } from './texts'

/*
 * The page of one conversion, and the bolts of one user in all conversions.
 * app/console/conversions/reconciliation.test.ts tests each check and each verdict.
 */

/** Weeks of the epoch begin on Thursday. */
const weekMs = 7 * 24 * 3_600_000

const timesIn = (page: ReceivedPage) => page.elements('dd time').map((time) => time.getAttribute('datetime'))

test('the page needs one call and one more for each neighbour, and links back to its place in the list', async ({
  app,
  control,
}) => {
  const listAddress = `${conversionsPath}?from=2025-01-01&page=2&rows=10`
  const { time, address } = linkTo(await readConsolePage(app, listAddress), 4)
  await control.clearReceived()
  const one = await readConsolePage(app, address)
  expect(timesIn(one)).toContain(time)
  const [asked, ...neighbours] = await askedConversions(control)
  expect(asked).toBe('from=2025-01-01&page=15&limit=1')
  expect(neighbours.toSorted()).toEqual(['from=2025-01-01&page=14&limit=1', 'from=2025-01-01&page=16&limit=1'])

  const back = one.link(consoleT('conversions.one.back'))
  expect(back).toBe(listAddress)
  expect(linkTo(await readConsolePage(app, back), 4).time).toBe(time)
})

test('the page updates its position in its links when newer conversions exist', async ({ app, control }) => {
  // The stand-in converts early on each Monday, which is once from Thursday to Thursday.
  const sinceThursday = Date.now() % weekMs
  await control.advanceClock(weekMs - sinceThursday)
  const { address } = linkTo(await readConsolePage(app, `${conversionsPath}?page=2`), 0)
  await control.advanceClock(weekMs)
  const moved = await readConsolePage(app, address)
  expect(moved.link(consoleT('conversions.breakdown.columns.user_id'))).toMatch(/[?&]at=22(&|$)/)
})

test('the page links to the conversions before and after it, shows the change, and has its ID in the title', async ({
  app,
}) => {
  const list = await readConsolePage(app, conversionsPath)
  const latest = await readConsolePage(app, `${linkTo(list, 0).address}&sort=user_id`)
  expect(latest.links(consoleT('conversions.one.neighbours.newer'))).toEqual([])
  const before = linkTo(list, 1)
  expect(latest.text).toContain(consoleT('conversions.one.change.since', { day: before.time.slice(0, 10) }))
  expect(latest.elements('dl dd').map(textOf).join(' ')).toMatch(/Change [+-][\d,.]+ \([+-]\d+(\.\d)?%\)/)

  const older = await readConsolePage(app, latest.link(consoleT('conversions.one.neighbours.older')))
  expect(timesIn(older)).toContain(before.time)
  const [title = ''] = older.elements('title').map(textOf)
  const { pathname } = new URL(before.address, app.origin)
  expect(title).toContain(`Conversion ${pathname.split('/').at(-1)} ·`)
  // The link keeps the order.
  expect(older.elements('th[aria-sort="ascending"]').length).toBe(1)
  const newer = await readConsolePage(app, older.link(consoleT('conversions.one.neighbours.newer')))
  expect(timesIn(newer)).toContain(linkTo(list, 0).time)
})

test('the page says that the conversion is missing, or why it cannot be read', async ({ app, control }) => {
  const missing = await readConsolePage(app, `${conversionsPath}/01ARZ3NDEKTSV4RRFFQ69G5FAV?at=3`)
  expect(missing.text).toContain(consoleT('conversions.one.missing.title'))
  expect(missing.text).toContain(consoleT('conversions.one.missing.whole', { searched: 200 }))
  const back = missing.links(consoleT('conversions.one.back'))
  expect((await readConsolePage(app, back.at(-1) ?? '')).rows).toHaveLength(20)

  await control.script('conversions', { status: 401, json: { error: 'Bad key' } })
  const failed = await readConsolePage(app, `${conversionsPath}/x?at=1`)
  expect(failed.alerts).toEqual([expect.stringContaining(consoleT('problems.unauthenticated.title'))])
  expect(failed.link(consoleT('problems.retry'))).toBe(`${conversionsPath}/x?at=1`)
})

test('the breakdown has pages', async ({ app, control }) => {
  await control.set({ data: { breakdownUsers: 300 } })
  const { address } = linkTo(await readConsolePage(app, `${conversionsPath}?rows=10`), 0)
  const first = await readConsolePage(app, address)
  expect(first.text).toMatch(/ 1–50 of \d+/)
  await control.clearReceived()
  const next = first.link(consoleT('shared.pagination.next'))
  const second = await readConsolePage(app, next)
  expect(second.text).toMatch(/ 51–100 of \d+/)
  expect(await askedConversions(control)).toEqual(['page=1&limit=1', 'page=2&limit=1'])
  const beyond = await readConsolePage(app, `${next}&page=99`)
  expect(beyond.status).toBe(200)
  expect(beyond.elements('main').length).toBe(1)
})

test('the breakdown has the most bolts first, and a header changes the order', async ({ app, control }) => {
  // All users fit on one page. The ascending order is therefore the reverse of the descending order.
  await control.set({ data: { breakdownUsers: 40 } })
  const boltsIn = ({ cells }: ReceivedPage) => cells.map((row) => Number(row.at(-1)?.replaceAll(',', '')))
  const sorted = ({ elements }: ReceivedPage, direction: string) => elements(`[aria-sort="${direction}"]`).map(textOf)
  const bolts = consoleT('conversions.breakdown.columns.bolts_earned')
  const first = await readConsolePage(app, linkTo(await readConsolePage(app, conversionsPath), 0).address)
  expect(first.elements('[aria-sort]')).toHaveLength(1)
  expect(sorted(first, 'descending')).toEqual([expect.stringContaining(bolts)])
  const descending = boltsIn(first)
  expect(descending.length).toBeGreaterThan(5)
  expect(descending).toEqual(descending.toSorted((a, b) => b - a))

  const reversed = await readConsolePage(app, first.link(bolts))
  expect(sorted(reversed, 'ascending')).toEqual([expect.stringContaining(bolts)])
  expect(boltsIn(reversed)).toEqual(descending.toReversed())
  expect(first.link(consoleT('conversions.breakdown.columns.wallet_address'))).toMatch(
    /[?&]sort=wallet_address&order=ascending/,
  )
})

test('the list, the page and the export accept an ID of any form', async ({ app, control }) => {
  const id = 'a/b?c#d %20é'
  const { answer } = conversionWith({ conversion_id: id })
  // For the list, the conversion, its neighbour and the export.
  await control.script('conversions', { json: answer, times: 4 })
  const one = await readConsolePage(app, linkTo(await readConsolePage(app, conversionsPath), 0).address)
  expect(one.text).toContain(consoleT('conversions.one.totals.title'))
  expect(one.elements('dd').map(textOf)).toContainEqual(expect.stringContaining(id))
  expect(one.text).toContain(consoleT('conversions.one.change.unknown'))
  const csv = await (await visitorAs(app, operatorName)).send(one.link(consoleT('shared.exportLinks.csvLabel')))
  expect(rowsOfCsv(csv.body)).toHaveLength(2)
})

test('the reconciliation warns of sums that do not match, and is one line when all match', async ({ app, control }) => {
  await control.script('conversions', {
    json: conversionWith({ user_bolts_distributed: 85.75, total_subnet_points_in_pool: 41 }).answer,
  })
  const { alerts, elements } = await readConsolePage(app, `${conversionsPath}/good?at=1`)
  expect(alerts).toEqual([expect.stringContaining(consoleT('conversions.reconciliation.wrong', { count: 2 }))])
  const resultOf = (check: 'total' | 'bolts' | 'points') =>
    elements('details[open] li')
      .map(textOf)
      .find((text) => text.startsWith(consoleT(`conversions.reconciliation.checks.${check}`)))
  const wrong = consoleT('conversions.reconciliation.verdicts.wrong')
  expect(resultOf('total')).toContain(wrong)
  expect(resultOf('total')).toContain('found 105.25 bolts, difference +5.25 bolts. 5.25 bolts more.')
  expect(resultOf('bolts')).toContain(wrong)
  expect(resultOf('points')).toContain(consoleT('conversions.reconciliation.verdicts.remark'))

  await control.script('conversions', { json: conversionWith({}).answer })
  const good = await readConsolePage(app, `${conversionsPath}/good?at=1`)
  expect(good.text).toContain(consoleT('conversions.reconciliation.fine'))
  const exact = consoleT('conversions.reconciliation.verdicts.exact')
  const checks = good.elements('li').map(textOf)
  expect(checks.filter((text) => text.includes(exact) && text.includes('difference 0'))).toHaveLength(5)
  // The checks are folded into one line.
  expect(good.elements('main details[open]').length).toBe(0)
  expect(good.alerts).toEqual([])

  const nothing = { total_bolts_distributed: 0, user_bolts_distributed: 0, owner_bolts_distributed: 0 }
  const change = { ...nothing, total_subnet_points_in_pool: 0, user_breakdown: [] }
  await control.script('conversions', { json: conversionWith(change).answer })
  const empty = await readConsolePage(app, `${conversionsPath}/good?at=1`)
  expect(empty.text).toContain(consoleT('conversions.reconciliation.verdicts.nothing'))
  expect(empty.text).toContain(consoleT('conversions.breakdown.empty.title'))
})

test('the export of all breakdowns has a line for each entry, and a conversion finds a part of an ID', async ({
  app,
  control,
}) => {
  await control.set({ data: { users: 40, breakdownUsers: 40, conversions: 30 } })
  const { user_id: user } = await control.user(2)
  const operator = await visitorAs(app, operatorName)
  const all = await operator.send(`${conversionsPath}/breakdowns/export`)
  const [head, ...lines] = all.body.trimEnd().split('\r\n')
  expect(head).toBe(
    '\ufeffconversion_number,conversion_id,converted_at,wallet_address,user_id,subnet_points,share_percentage,bolts_earned',
  )
  const [number, id] = lines.find((line) => line.includes(user))?.split(',') ?? []
  const breakdown = await readConsolePage(app, `${conversionsPath}/${id}?at=${number}`)
  const search = breakdown.submit(consoleT('conversions.breakdown.search.button'), { find: user.slice(-8) })
  expect((await readConsolePage(app, search)).text).toMatch(/ 1 match in \d+ rows\. /)
})
