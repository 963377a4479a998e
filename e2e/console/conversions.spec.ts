import { askedConversions, conversionsPath, conversionWith, linkTo } from './steps'
import { expect, test } from '../fixtures'
import { rowsOfCsv } from '../harness/csv'
import { textOf } from '../harness/html'
import { operatorName } from '../harness/people'
import { readConsolePage, type ReceivedPage } from '../received-page'
import { visitorAs } from '../sessions'
import { consoleT } from '../texts'

/*
 * The list of conversions, the page of one, and the bolts of one user in all. app/console/conversions tests each check,
 * each verdict, the dates, and the links to neighbours.
 */

/** Weeks of the epoch begin on Thursday. */
const weekMs = 7 * 24 * 3_600_000

const timesIn = (page: ReceivedPage) => page.elements('dd time').map((time) => time.getAttribute('datetime'))

test('the list says which conversions do not add up, and leads to what does not', async ({ app }) => {
  const list = await readConsolePage(app, `${conversionsPath}?rows=50`)
  const having = (words: RegExp) => list.cells.flat().filter((cell) => words.test(cell))
  // The stand-in makes the total of one conversion in 25 wrong.
  expect([having(/\d mismatch(es)?/).length, having(/adds up/i).length]).toEqual([2, 0])
  // A bar for each of the latest ones.
  expect(list.elements('[aria-hidden] li > svg[height]')).toHaveLength(26)
  const why = list.link(consoleT('conversions.verdicts.doesNot', { count: 1 }))
  expect(why).toMatch(/#reconciliation$/)
  const { alerts } = await readConsolePage(app, why)
  expect(alerts.join()).toContain(consoleT('conversions.reconciliation.wrong', { count: 1 }))
})

test('the dates are in the request and in every link and file', async ({ app, control }) => {
  const all = await readConsolePage(app, conversionsPath)
  const address = all.submit(consoleT('conversions.filter.apply'), { from: '2025-01-01', until: '2025-12-31' })
  await control.clearReceived()
  const list = await readConsolePage(app, address)
  expect(list.text).toContain('1–26 of 52')
  const dates = 'from=2025-01-01&until=2025-12-31'
  expect(await askedConversions(control)).toEqual([`${dates}&page=1&limit=26`])
  expect(list.link(consoleT('shared.pagination.next'))).toBe(`${conversionsPath}?${dates}&page=2`)
  const file = list.link(consoleT('shared.exportLinks.csvLabel'))
  expect(file).toBe(`${conversionsPath}/export?${dates}`)
  await control.clearReceived()
  expect(rowsOfCsv((await (await visitorAs(app, operatorName)).send(file)).body)).toHaveLength(52)
  // Pages are small, because the service sends each conversion with its whole breakdown.
  expect(await askedConversions(control)).toEqual([1, 2, 3].map((page) => `${dates}&page=${page}&limit=20`))

  const none = await readConsolePage(app, `${conversionsPath}?until=2020-01-01`)
  expect(none.text).toContain(consoleT('conversions.noneInDates.title'))
  expect(none.elements('[aria-hidden] a')).toHaveLength(0)
  expect(none.links(consoleT('conversions.filter.clear')).at(-1)).toBe(conversionsPath)
  expect((await readConsolePage(app, `${conversionsPath}?from=2026-01-05&until=2026-01-05`)).rows).toHaveLength(1)
})

test('the page of a conversion makes one call and one for each neighbour, and leads to the older one and back', async ({
  app,
  control,
}) => {
  const listAddress = `${conversionsPath}?from=2025-01-01&page=2&rows=10`
  const { time, address } = linkTo(await readConsolePage(app, listAddress), 4)
  await control.clearReceived()
  const one = await readConsolePage(app, address)
  expect(timesIn(one)).toContain(time)
  expect(one.elements('h1').map(textOf)).toEqual([expect.stringMatching(/^Conversion, \d\d? [A-Z][a-z]{2} 202\d$/)])
  const id = new URL(address, app.origin).searchParams.get('id')
  expect(one.elements('title').map(textOf)[0]).toContain(`Conversion ${id} ·`)
  // A walk that another test has begun asks for all conversions, without a date.
  const [asked, ...neighbours] = (await askedConversions(control)).filter((query) => query.startsWith('from='))
  expect(asked).toBe('from=2025-01-01&page=15&limit=1')
  expect(neighbours.toSorted()).toEqual(['from=2025-01-01&page=14&limit=1', 'from=2025-01-01&page=16&limit=1'])
  expect(one.link(consoleT('conversions.one.back'))).toBe(listAddress)
  const older = await readConsolePage(app, one.link(consoleT('conversions.one.neighbours.older')))
  expect(timesIn(older)).toContain(linkTo(await readConsolePage(app, listAddress), 5).time)
})

test('the page of a conversion updates its position in its links when newer ones exist', async ({ app, control }) => {
  // The stand-in converts early on each Monday, which is once from Thursday to Thursday.
  const sinceThursday = Date.now() % weekMs
  await control.advanceClock(weekMs - sinceThursday)
  const { address } = linkTo(await readConsolePage(app, `${conversionsPath}?page=2`), 0)
  await control.advanceClock(weekMs)
  const moved = await readConsolePage(app, address)
  expect(moved.link(consoleT('conversions.breakdown.columns.user_id'))).toMatch(/[?&]at=28(&|$)/)
})

test('the page and the export say that the conversion is missing', async ({ app }) => {
  const missing = await readConsolePage(app, `${conversionsPath}/one?id=01ARZ3NDEKTSV4RRFFQ69G5FAV&at=3`)
  expect(missing.text).toContain(consoleT('conversions.one.missing.title'))
  expect(missing.text).toContain(consoleT('conversions.one.missing.whole', { searched: 200 }))
  const file = await (await visitorAs(app, operatorName)).send(`${conversionsPath}/one/export?id=nothing`)
  expect([file.status, file.body]).toEqual([404, expect.stringContaining(consoleT('conversions.export.missing'))])
})

test('the list, the page and the export accept an ID of any form', async ({ app, control }) => {
  const id = 'a/b?c#d %20é'
  const { answer } = conversionWith({ conversion_id: id })
  // For the list, the conversion, its neighbour and the export.
  await control.script('conversions', { json: answer, times: 4 })
  const one = await readConsolePage(app, linkTo(await readConsolePage(app, conversionsPath), 0).address)
  expect(one.elements('dd').map(textOf)).toContainEqual(expect.stringContaining(id))
  const csv = await (await visitorAs(app, operatorName)).send(one.link(consoleT('shared.exportLinks.csvLabel')))
  expect(rowsOfCsv(csv.body)).toHaveLength(2)
})
