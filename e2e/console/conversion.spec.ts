import { askedConversions, conversionsPath, conversionWith, linkTo } from './steps'
import { expect, test } from '../fixtures'
import { rowsOfCsv } from '../harness/csv'
import { textOf } from '../harness/html'
import { operatorName } from '../harness/people'
import { readConsolePage, type ReceivedPage } from '../received-page'
import { visitorAs } from '../sessions'
import { consoleT } from '../texts'

/*
 * The page of one conversion, and the bolts of one user in all conversions.
 * app/console/conversions/reconciliation.test.ts tests each check and each verdict.
 */

/** Weeks of the epoch begin on Thursday. */
const weekMs = 7 * 24 * 3_600_000

const timesIn = (page: ReceivedPage) => page.elements('dd time').map((time) => time.getAttribute('datetime'))

// app/console/conversions/conversions.test.tsx tests the links to both neighbours.
test('the page makes one call and one for each neighbour, and links to the older one and back to the list', async ({
  app,
  control,
}) => {
  const listAddress = `${conversionsPath}?from=2025-01-01&page=2&rows=10`
  const { time, address } = linkTo(await readConsolePage(app, listAddress), 4)
  await control.clearReceived()
  const one = await readConsolePage(app, address)
  expect(timesIn(one)).toContain(time)
  const id = new URL(address, app.origin).searchParams.get('id')
  expect(one.elements('title').map(textOf)[0]).toContain(`Conversion ${id} ·`)
  // A walk that another test has begun asks for all conversions, without a date.
  const [asked, ...neighbours] = (await askedConversions(control)).filter((query) => query.startsWith('from='))
  expect(asked).toBe('from=2025-01-01&page=15&limit=1')
  expect(neighbours.toSorted()).toEqual(['from=2025-01-01&page=14&limit=1', 'from=2025-01-01&page=16&limit=1'])

  const back = one.link(consoleT('conversions.one.back'))
  expect(back).toBe(listAddress)
  const list = await readConsolePage(app, back)
  expect(linkTo(list, 4).time).toBe(time)
  const older = await readConsolePage(app, one.link(consoleT('conversions.one.neighbours.older')))
  expect(timesIn(older)).toContain(linkTo(list, 5).time)
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

test('the page and the export say that the conversion is missing', async ({ app }) => {
  const missing = await readConsolePage(app, `${conversionsPath}/one?id=01ARZ3NDEKTSV4RRFFQ69G5FAV&at=3`)
  expect(missing.text).toContain(consoleT('conversions.one.missing.title'))
  expect(missing.text).toContain(consoleT('conversions.one.missing.whole', { searched: 200 }))
  const back = missing.links(consoleT('conversions.one.back'))
  expect((await readConsolePage(app, back.at(-1) ?? '')).rows).toHaveLength(20)
  const file = await (await visitorAs(app, operatorName)).send(`${conversionsPath}/one/export?id=nothing`)
  expect([file.status, file.body]).toEqual([404, expect.stringContaining(consoleT('conversions.export.missing'))])
})

test('the list, the page and the export accept an ID of any form', async ({ app, control }) => {
  const id = 'a/b?c#d %20é'
  const { answer } = conversionWith({ conversion_id: id })
  // For the list, the conversion, its neighbour and the export.
  await control.script('conversions', { json: answer, times: 4 })
  const one = await readConsolePage(app, linkTo(await readConsolePage(app, conversionsPath), 0).address)
  expect(one.text).toContain(consoleT('conversions.one.totals.title'))
  expect(one.elements('dd').map(textOf)).toContainEqual(expect.stringContaining(id))
  const csv = await (await visitorAs(app, operatorName)).send(one.link(consoleT('shared.exportLinks.csvLabel')))
  expect(rowsOfCsv(csv.body)).toHaveLength(2)
})

test('all breakdowns are one export, and a conversion finds a part of an ID', async ({ app, control }) => {
  await control.set({ data: { users: 40, conversions: 30 } })
  const { user_id: user } = await control.user(2)
  const operator = await visitorAs(app, operatorName)
  const all = await operator.send(`${conversionsPath}/breakdowns/export`)
  const [head, ...lines] = all.body.trimEnd().split('\r\n')
  expect(head).toBe(
    '\ufeffconversion_number,conversion_id,converted_at,wallet_address,user_id,subnet_points,share_percentage,bolts_earned',
  )
  const [number, id] = lines.find((line) => line.includes(user))?.split(',') ?? []
  const breakdown = await readConsolePage(app, `${conversionsPath}/one?id=${id}&at=${number}`)
  const search = breakdown.submit(consoleT('conversions.breakdown.search.button'), { find: user.slice(-8) })
  expect((await readConsolePage(app, search)).text).toMatch(/ 1 match in \d+ rows\. /)
})
