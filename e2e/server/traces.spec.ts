import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../fixtures'
import type { App } from '../harness/app'
import { textOf } from '../harness/html'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { arrive, plainBrowserAt, typeAndConnect } from '../steps'
import { readConsolePage } from '../received-page'
import { consoleT, defaultSkin, t } from '../texts'

/*
 * The records that support finds by the support code on each page of a connect. The tests use HTTP without a browser.
 */

let folder: string
let app: App
test.beforeAll(async ({ startVariant }) => {
  // The skin under test, with a support link that has the code.
  folder = await mkdtemp(join(tmpdir(), 'skin-'))
  await cp(process.env['SKIN_DIR'] ?? defaultSkin, folder, { recursive: true })
  const brandFile = join(folder, 'brand.json')
  const brand = JSON.parse(await readFile(brandFile, 'utf8')) as object
  await writeFile(brandFile, JSON.stringify({ ...brand, supportUrl: 'https://help.example/?code={code}' }))
  app = await startVariant({ CONNECT_RECORDS: 'full', SKIN_DIR: folder })
})
test.beforeEach(({ control }) => control.set({ connectUrl: `${app.origin}/connect` }))
test.afterAll(() => rm(folder, { recursive: true }))

/** Returns the support code at the end of a page. */
const codeOn = ({ page }: PlainBrowser) =>
  /[0-9A-HJKMNP-TV-Z]{10}/.exec(textOf(page.querySelector('[data-part="footer"]')))?.[0] ?? ''

/** Returns the steps that the console shows for a link, the oldest first. */
async function stepsFor(app: App, text: string): Promise<string[]> {
  const page = await readConsolePage(app, `/console/connects?find=${encodeURIComponent(text)}`)
  const [article, ...others] = page.elements('article')
  expect(others).toEqual([])
  return article?.querySelectorAll('ol > li').map((step) => textOf(step.querySelector('p'))) ?? []
}

test('the support code of every page finds a user who has not connected a wallet', async ({ control }) => {
  const user = new PlainBrowser(new Visitor(app.origin))
  await user.goto((await control.pressConnect()).link)
  expect(user.heading).toBe(t('signIn.title'))
  const code = codeOn(user)
  expect(code).not.toBe('')
  expect(await stepsFor(app, code)).toEqual([consoleT('connects.words.outcome.arrived')])

  await user.press(t('signIn.demo.button'), { name: 'Tracy' })
  expect([user.heading, codeOn(user)]).toEqual([t('confirm.title'), code])
  await typeAndConnect(user, 'nonsense')
  expect(codeOn(user)).toBe(code)
  await user.press(t('confirm.cancel'))
  expect([user.heading, codeOn(user)]).toEqual([t('nothingToConnect.cancelled'), code])
  const steps = [
    consoleT('connects.words.outcome.arrived'),
    consoleT('connects.words.outcome.signed_in'),
    `${consoleT('connects.words.outcome.form_refused')}: ${consoleT('connects.outcomes.stepReasons.invalid_wallet_address')}`,
    consoleT('connects.words.outcome.cancelled'),
  ]
  expect(await stepsFor(app, code)).toEqual(steps)
  expect(await stepsFor(app, 'demo:tracy')).toEqual(steps)
})

test('a page shows the support code of a failed press, which finds all steps of the link', async ({ control }) => {
  const user = await plainBrowserAt(app)
  await arrive(user, control)
  const arrivalCode = codeOn(user)
  await control.script('confirm', {
    status: 422,
    json: { error: 'wallet_address: is not a wallet of Solana', reason: 'invalid_request' },
  })
  await typeAndConnect(user)
  const code = codeOn(user)
  expect(user.alert).toContain(code)
  expect(code).not.toBe(arrivalCode)
  const page = await readConsolePage(app, `/console/connects?find=${code}`)
  const [article] = page.elements('article')
  expect(textOf(article ?? null)).toContain(`${consoleT('connects.columns.field')} wallet_address`)
  expect(textOf(article ?? null)).toContain('The service refused the field "wallet_address"')
  expect(await stepsFor(app, arrivalCode)).toEqual(await stepsFor(app, code))
  const line = app
    .output()
    .split('\n')
    .find((each) => each.includes('"event":"refused"') && each.includes(code))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ reason: 'invalid_request', field: 'wallet_address' })
})

test('pages without a link have a support code that the log has too', async () => {
  const user = await plainBrowserAt(app)
  await user.goto('/connect/confirm')
  const nothing = /[0-9A-HJKMNP-TV-Z]{10}/.exec(user.text)?.[0] ?? ''
  await user.goto('/connect?request_id=1')
  expect(user.heading).toBe(t('incompleteLink.title'))
  const incomplete = codeOn(user)
  const lines = app.output()
  expect(lines).toMatch(new RegExp(`"correlationId":"${nothing}","event":"nothing to connect"`))
  expect(lines).toMatch(new RegExp(`"correlationId":"${incomplete}","event":"incomplete link"`))
  await user.goto('/no-such-page')
  expect(codeOn(user)).toBe('')
})

test('the support link has the support code instead of {code}', async ({ control }) => {
  const user = await plainBrowserAt(app)
  const links = () => user.page.querySelectorAll('a').map((link) => link.getAttribute('href') ?? '')
  await user.goto((await control.pressConnect()).link)
  expect(links()).toContain(`https://help.example/?code=${codeOn(user)}`)
  await control.script('confirm', { status: 403, json: { error: 'No' } })
  await typeAndConnect(user)
  expect(links().filter((link) => link === `https://help.example/?code=${codeOn(user)}`)).toHaveLength(2)
  await user.goto('/no-such-page')
  expect(links()).toContain('https://help.example/?code=')
})

test('a problem that a browser reports is one word, once a minute for each, and refused for anybody but the user of the link', async ({
  control,
}) => {
  const [user, other] = [await plainBrowserAt(app), await plainBrowserAt(app)]
  const { request_id: requestId } = await arrive(user, control)
  const pathOf = (problem: string, link = user.valueOf('link')) =>
    `/connect/wallet-failed?link=${link}&problem=${encodeURIComponent(problem)}`
  const statusOf = async ({ visitor }: { visitor: Visitor }, path: string, site?: string) =>
    (await visitor.send(path, { method: 'POST', headers: site ? { 'Sec-Fetch-Site': site } : {} })).status
  const declined = pathOf('declined')
  for (const site of ['cross-site', 'same-site']) expect(await statusOf(user, declined, site)).toBe(403)
  expect(await statusOf({ visitor: new Visitor(app.origin) }, declined)).toBe(401)
  expect(await statusOf(other, declined)).toBe(404)
  expect(await statusOf(user, pathOf('declined', 'another-link'))).toBe(404)
  expect((await user.visitor.send(declined)).status).toBe(405)
  const failed = consoleT('connects.words.outcome.wallet_failed')
  const refused = consoleT('connects.words.outcome.form_refused')
  const problems = async () =>
    (await stepsFor(app, requestId)).filter((step) => step.startsWith(failed) || step.startsWith(refused))
  expect(await problems()).toEqual([])

  expect(await statusOf(user, declined)).toBe(200)
  for (const problem of ['declined', 'locked', '<script>alert(1)</script>', 'x'.repeat(3000)])
    expect(await statusOf(user, pathOf(problem), 'same-origin')).toBe(200)
  // The browser has refused a typed address.
  expect(await statusOf(user, pathOf('invalid_wallet_address'))).toBe(200)
  const reasons = ['declined', 'locked', 'failed'] as const
  expect(await problems()).toEqual([
    ...reasons.map((reason) => `${failed}: ${consoleT(`connects.outcomes.stepReasons.${reason}`)}`),
    `${refused}: ${consoleT('connects.outcomes.stepReasons.invalid_wallet_address')}`,
  ])
})
