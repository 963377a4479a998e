import { askedConversions, conversionsPath, conversionWith } from './conversion-steps'
import { expect, test } from './fixtures'
import { operatorName } from './harness/people'
import { consoleT } from './texts'

test('exports have all conversions of the dates, as CSV and as JSON', async ({ requestAs, app, control }) => {
  const operator = await requestAs(app, operatorName)
  const file = async (format: string) =>
    operator.get(`${app.origin}${conversionsPath}/export?from=2025-01-01&until=2025-12-31&format=${format}`)
  const csv = await file('csv')
  expect(csv.headers()['content-disposition']).toMatch(/filename="staging-conversions-[\d-]+\.csv"/)
  const lines = (await csv.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(53)
  expect(lines[0]).toMatch(/^\ufeffconversion_id,converted_at,.*,owner_bolts_distributed,user_breakdown_entries$/)
  const json = (await (await file('json')).json()) as { conversion_id: string; user_breakdown: unknown[] }[]
  expect(json.map(({ conversion_id }) => conversion_id)).toEqual(lines.slice(1).map((line) => line.split(',')[0]))
  expect(json[0]?.user_breakdown.length).toBe(Number(lines[1]?.split(',').at(-1)))
  // One conversion at a time where its whole breakdown is read.
  for (const query of await askedConversions(control))
    expect(query).toMatch(/^from=2025-01-01&until=2025-12-31&page=\d+&limit=(20|1)$/)
})

test('exports are refused where the dates are none', async ({ requestAs, app, control }) => {
  const operator = await requestAs(app, operatorName)
  const answer = await operator.get(
    `${app.origin}${conversionsPath}/export?from=2026-02-01&until=2026-01-01&format=csv`,
  )
  expect(answer.status()).toBe(400)
  expect(await answer.text()).toContain(consoleT('conversions.export.wrongDates'))
  expect(await askedConversions(control)).toEqual([])
})

test('exports have the whole breakdown of one conversion', async ({ requestAs, app, control }) => {
  const { answer } = conversionWith({ conversion_id: 'good' })
  await control.script('conversions', { json: answer, times: 2 })
  const operator = await requestAs(app, operatorName)
  const csv = await operator.get(`${app.origin}${conversionsPath}/good/export?at=1&format=csv`)
  expect(csv.headers()['content-disposition']).toMatch(/filename="staging-conversion-good-[\d-]+\.csv"/)
  expect(await csv.text()).toBe(
    '\ufeffwallet_address,user_id,subnet_points,share_percentage,bolts_earned\r\n' +
      "'=1+1,user 1,30,75,60.5\r\n" +
      'wallet 2,user 2,10,25,20\r\n',
  )
  const json = await operator.get(`${app.origin}${conversionsPath}/good/export?at=1&format=json`)
  expect(await json.json()).toEqual(answer.data.conversions[0]?.user_breakdown)
})

test('exports of a conversion that is not there, or cannot be read, are no file', async ({
  requestAs,
  app,
  control,
}) => {
  const operator = await requestAs(app, operatorName)
  const missing = await operator.get(`${app.origin}${conversionsPath}/nothing/export?format=csv`)
  expect(missing.status()).toBe(404)
  expect(await missing.text()).toContain(consoleT('conversions.export.missing'))
  await control.script('conversions', { status: 401, json: { error: 'Bad key' } })
  const failing = await operator.get(`${app.origin}${conversionsPath}/nothing/export?at=1&format=csv`)
  expect(failing.status()).toBe(502)
  expect(await failing.text()).toContain(consoleT('problems.unauthenticated.title'))
})
