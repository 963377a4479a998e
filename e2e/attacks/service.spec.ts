import { rowsOfCsv } from '../harness/csv'
import { expect, pressConnect, test } from './site'

/*
 * A broken or hostile service. Its answers must not reveal secrets of users or operators. The tests of lib/service have
 * every form of a secret in a message. e2e/connect/refusals.spec.ts tests markup in its messages, and a return_url that is no web
 * URL.
 */

const code = 'canary-93-Code'
const percent = (text: string) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')

test('no page and no log line has a secret that a message of the service quotes', async ({ site, control }) => {
  const messages: [json: (nonce: string) => Record<string, unknown>, secretsOf: (nonce: string) => string[]][] = [
    [(nonce) => ({ error: `Sorry: ${nonce}` }), (nonce) => [nonce]],
    [(nonce) => ({ error: `Sorry: ${percent(nonce)}` }), (nonce) => [percent(nonce)]],
    [() => ({ error: `Sorry: ${code}`, return_url: `https://s.example/cb#ac=${code}` }), () => [code]],
    [() => ({ error: `Sorry`, reason: code }), () => [code]],
  ]
  for (const [json, secretsOf] of messages) {
    const user = await site.newUser()
    const pressed = await control.pressConnect()
    const page = await user.follow(pressed.link)
    const status = { status: 410, json: JSON.parse(JSON.stringify(json(pressed.nonce))) as Record<string, string> }
    await control.script('confirm', status)
    const before = site.app.output().length
    const answer = await pressConnect(user, page)
    const shown = answer.location ? (await user.follow(answer.location)).body : answer.body
    for (const secret of secretsOf(pressed.nonce)) expect(shown).not.toContain(secret)
    const logged = site.app.output().slice(before)
    expect(logged).toContain('"event":"refused"')
    for (const secret of ['Sorry', pressed.nonce, ...secretsOf(pressed.nonce)]) expect(logged).not.toContain(secret)
  }
})

test('a record starts no script in the console, and no formula in an export', async ({ site, control }) => {
  const resource = (name: string) => ({
    id: '01JCZX3M5N4T9QK2R7W8Y6V0AB',
    name,
    resource_type: 'device',
    resource_subtype: '<img src=x onerror=alert(1)>',
    resource_pda: 'javascript:alert(1)',
    active: true,
  })
  const operator = await site.signedIn('olga')
  await control.script('resources', { json: { status: 'success', resources: [resource('<script>alert(1)</script>')] } })
  const page = await operator.send('/console/resources?address=7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU')
  expect(page.body).toContain('&lt;script&gt;alert(1)')
  expect(page.body).not.toMatch(/<script>alert|<img src=x|href="javascript:/)

  const wallet = (address: string, id: string) => ({
    wallet_address: address,
    user_id: id,
    current_period_points: -1,
    all_time_points: 2,
    bolts: 3,
  })
  const addresses = ['=1+1', '\u00a0=1', '\ufeff@SUM(1)', '\u200b-1', 'a;=1', '7xKX']
  const balances = addresses.map((address, index) => wallet(address, `01JCZX3M5N4T9QK2R7W8Y6V0A${index}`))
  await control.script('balances', {
    json: { status: 'success', data: { balances, pagination: { page: 1, limit: 200, total: balances.length } } },
    times: 2,
  })
  const rows = rowsOfCsv((await operator.send('/console/balances/export')).body)
  // Numbers, and texts that start no formula, stay unchanged.
  expect(rows.map((row) => row['wallet_address'])).toEqual([
    `'=1+1`,
    `'\u00a0=1`,
    `'\ufeff@SUM(1)`,
    `'\u200b-1`,
    `a;'=1`,
    '7xKX',
  ])
  expect(rows.map((row) => row['current_period_points'])).toEqual(addresses.map(() => '-1'))
})
