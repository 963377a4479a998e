import { askedConversions, conversionsPath, linkTo } from './steps'
import { expect, test } from '../fixtures'
import { rowsOfCsv } from '../harness/csv'
import { textOf } from '../harness/html'
import { operatorName } from '../harness/people'
import { readConsolePage } from '../received-page'
import { visitorAs } from '../sessions'
import { consoleT } from '../texts'

test('the list says which conversions do not add up', async ({ app }) => {
  const list = await readConsolePage(app, `${conversionsPath}?rows=50`)
  const having = (words: RegExp) => list.cells.flat().filter((cell) => words.test(cell))
  // The stand-in makes the total of one conversion in 25 wrong.
  expect(having(/\d mismatch(es)?/)).toHaveLength(2)
  expect(having(/^Adds up$/)).toHaveLength(48)
  // The bars are the same links.
  expect(list.elements('figure a').at(-1)?.getAttribute('href')).toBe(linkTo(list, 0).address)
  expect(list.elements('figure a')).toHaveLength(50)
  // Each of the two links to what does not add up.
  const [why = '', ...others] = list.links(consoleT('conversions.verdicts.see'))
  expect([others.length, why.split('#')[1]]).toEqual([1, 'reconciliation'])
  const { alerts } = await readConsolePage(app, why)
  expect(alerts.join()).toContain(consoleT('conversions.reconciliation.wrong', { count: 1 }))
})

test('the dates are in the request and in every link and file, and a preset replaces them', async ({
  app,
  control,
}) => {
  const all = await readConsolePage(app, conversionsPath)
  const address = all.submit(consoleT('conversions.filter.apply'), { from: '2025-01-01', until: '2025-12-31' })
  await control.clearReceived()
  const list = await readConsolePage(app, address)
  expect(list.text).toContain('1–20 of 52')
  const dates = 'from=2025-01-01&until=2025-12-31'
  expect(await askedConversions(control)).toEqual([`${dates}&page=1&limit=20`])
  expect(list.link(consoleT('shared.pagination.next'))).toBe(`${conversionsPath}?${dates}&page=2`)
  const file = list.link(consoleT('shared.exportLinks.csvLabel'))
  expect(file).toBe(`${conversionsPath}/export?${dates}`)
  await control.clearReceived()
  expect(rowsOfCsv((await (await visitorAs(app, operatorName)).send(file)).body)).toHaveLength(52)
  // Pages are small, because the service sends each conversion with its whole breakdown.
  expect(await askedConversions(control)).toEqual([1, 2, 3].map((page) => `${dates}&page=${page}&limit=20`))

  await control.clearReceived()
  const month = await readConsolePage(app, list.link(consoleT('conversions.filter.presets.days30')))
  expect(month.elements('main nav a.chip[aria-current]').map(textOf)).toEqual([
    consoleT('conversions.filter.presets.days30'),
  ])
  const from = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString().slice(0, 10)
  expect(await askedConversions(control)).toEqual([`from=${from}&page=1&limit=20`])
  expect(month.rows.length).toBeGreaterThan(2)
  const none = await readConsolePage(app, `${conversionsPath}?until=2020-01-01`)
  expect(none.text).toContain(consoleT('conversions.noneInDates.title'))
  expect(none.elements('figure')).toHaveLength(0)
  for (const back of [
    list.link(consoleT('conversions.filter.presets.all')),
    none.links(consoleT('conversions.filter.clear')).at(-1),
  ])
    expect((await readConsolePage(app, back ?? '')).text).toContain('1–20 of 200')
  expect((await readConsolePage(app, `${conversionsPath}?from=2026-01-05&until=2026-01-05`)).rows).toHaveLength(1)
})

// app/console/conversions/conversions.test.tsx tests the messages.
test('the dates show an error and are not sent when they are invalid', async ({ app, control }) => {
  const { elements, text } = await readConsolePage(app, `${conversionsPath}?from=2026-02-01&until=2026-01-01`)
  // The fields are in the page, not behind their button.
  const [input] = elements('main div:not([popover]) > form input[name="from"]')
  expect(input?.hasAttribute('autofocus')).toBe(true)
  const [description = null] = elements(`p[id="${input?.getAttribute('aria-describedby')}"]`)
  expect(textOf(description)).toBe(consoleT('conversions.filter.problems.after_until'))
  expect(elements('title').map(textOf)).toEqual([expect.stringMatching(/^Error: Conversions/)])
  expect(text).toContain(consoleT('conversions.filter.notAsked'))
  expect(await askedConversions(control)).toEqual([])
})
