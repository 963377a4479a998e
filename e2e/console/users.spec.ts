import { openConsole, resource } from './steps'
import type { App } from '../harness/app'
import { expect, test, waitForReact } from '../fixtures'
import { textOf } from '../harness/html'
import { operatorName, viewerName } from '../harness/people'
import { arrive, plainBrowserAt, typeAndConnect } from '../steps'
import { readConsolePage, type ReceivedPage } from '../received-page'
import { consoleT } from '../texts'

/* The page of one user. */

const variables = {
  CONNECT_RECORDS: 'full',
  CONSOLE_USER_LINK: 'https://admin.example.com/users/{user_id}',
  CONSOLE_WALLET_LINK: 'https://explorer.example.com/address/{wallet_address}',
}
let app: App

test.beforeEach(async ({ startVariant, control }) => {
  app = await startVariant(variables)
  await control.set({ connectUrl: `${app.origin}/connect`, data: { users: 40, conversions: 30 } })
})

/** Loads a user's page until both lists have been read. The app may have kept the lists of another test. */
async function readUser(user: string): Promise<ReceivedPage> {
  const address = `/console/users/one?id=${user}&after=${Date.now()}`
  let page: ReceivedPage | undefined
  await expect(async () => {
    page = await readConsolePage(app, address)
    expect([page.elements('main progress').length, page.alerts]).toEqual([0, []])
  }).toPass({ timeout: 20_000 })
  return page as ReceivedPage
}

const urlsIn = ({ elements }: ReceivedPage) => elements('main a').map((link) => link.getAttribute('href') ?? '')

// app/console/users tests the figures, the verdicts, the links to the operator’s pages and each table.
test('a user’s page has all parts', async ({ control }) => {
  const { user_id: user, wallets, resources } = await control.user(2)
  const page = await readUser(user)
  const id = `${user.slice(0, 6)}…${user.slice(-6)}`
  expect(page.elements('h1').map(textOf)).toEqual([consoleT('users.title', { id })])
  expect(page.elements('title').map(textOf)[0]).toContain(id)
  for (const part of [user, consoleT('users.verdict.adds_up.title'), consoleT('users.connects.unknown.read')])
    expect(page.text).toContain(part)
  expect(urlsIn(page)).toContainEqual(expect.stringMatching(/^\/console\/conversions\/one\?id=\w+&at=\d+$/))
  expect(urlsIn(page)).toContain(`/console/resources?address=${wallets[0]}`)
  const label = consoleT('controls.copy.button', { what: consoleT('resources.ids.id') })
  expect(page.elements(`[aria-label="${label}"]`)).toHaveLength(Math.min(resources, 10))
  const unknown = await readUser('01ARZ3NDEKTSV4RRFFQ69G5FAV')
  expect(unknown.text).toContain(consoleT('users.resources.noWallet'))
})

test('a user’s page has the login and the time of the first confirm of a wallet, and the page of that ID has the user', async ({
  control,
}) => {
  const { user_id: user, wallets } = await control.user(3)
  const address = `/console/users/one?id=${user}`
  expect((await readUser(user)).text).toContain(consoleT('users.summary.unknown.read'))

  const browser = await plainBrowserAt(app, 'Uma')
  await arrive(browser, control)
  await typeAndConnect(browser, wallets[0])
  const month = new Date().toISOString().slice(0, 7)
  const times = async () =>
    (await readConsolePage(app, address))
      .elements('dd time')
      .filter((time) => !time.closest('table'))
      .map((time) => time.getAttribute('datetime'))
  await expect.poll(times).toEqual([expect.stringContaining(month)])
  const after = await readConsolePage(app, address)
  expect(after.elements('h1').map(textOf)).toEqual([consoleT('users.title', { id: 'demo:uma' })])
  const ofUser = '/console/users/one?id=demo%3Auma'
  expect(after.links('demo:uma')).toContain(ofUser)
  expect(after.text).toContain(consoleT('connects.words.outcome.confirmed'))
  // The operator's system has the ID of the login, but not the ID of the service.
  const [ofLogin, ofService] = ['demo%3Auma', user].map((id) => `https://admin.example.com/users/${id}`)
  expect(urlsIn(after)).toContain(ofLogin)
  expect(urlsIn(after)).not.toContain(ofService)
  expect((await readConsolePage(app, '/console/connects')).link('demo:uma')).toBe(ofUser)
  const { text, links } = await readUser('demo%3Auma')
  for (const part of [user, wallets[0] ?? '', consoleT('users.verdict.adds_up.title')]) expect(text).toContain(part)
  expect(links('demo:uma')).toEqual([])
  await control.script('resources', { json: { status: 'success', resources: [resource(1)] } })
  expect(urlsIn(await readConsolePage(app, `/console/resources?address=${wallets[0]}`))).toContain(
    `https://explorer.example.com/address/${wallets[0]}`,
  )
})

test.describe('deletion', () => {
  const deletion = consoleT('users.forget.button')

  test('an operator deletes the data of a user whose ID would be another URL in a path', async () => {
    const browser = await plainBrowserAt(app, operatorName)
    for (const user of ['x.segments/_tree.segment.rsc', '..', 'a&id=b', 'x'.repeat(255)]) {
      const address = `${app.origin}/console/users/one?id=${encodeURIComponent(user)}`
      await expect(async () => {
        await browser.goto(address)
        expect(browser.valueOf('user')).toBe(user)
      }).toPass({ timeout: 20_000 })
      await browser.press(deletion)
      expect([browser.alert, browser.url]).toEqual([consoleT('users.forget.nothing'), address])
    }
    // A bookmark of the first version has the ID in the path.
    for (const [path, id] of [
      ['demo%3Aada/?after=1', 'demo:ada'],
      ['a%26id=b', 'a&id=b'],
      ['a+b&id=c', 'a+b&id=c'],
    ] as const) {
      await browser.goto(`/console/users/${path}`)
      expect(browser.valueOf('user')).toBe(id)
    }
  })

  test('a page with several logins asks which, and a viewer’s has no form', async ({ control }) => {
    const fieldsIn = ({ elements }: ReceivedPage) =>
      elements('main form [name="user"]').map((field) => [field.getAttribute('type'), field.getAttribute('value')])
    const { user_id: user, wallets } = await control.user(6)
    for (const name of ['Hana', 'Hugo']) {
      const browser = await plainBrowserAt(app, name)
      await arrive(browser, control)
      await typeAndConnect(browser, wallets[0])
    }
    const several = [
      ['radio', 'demo:hugo'],
      ['radio', 'demo:hana'],
    ]
    await expect.poll(async () => fieldsIn(await readUser(user))).toEqual(several)
    const ofLogin = await readUser('demo%3Ahugo')
    expect(fieldsIn(ofLogin)).toEqual([['hidden', 'demo:hugo']])
    expect(ofLogin.links('demo:hana')).toEqual(['/console/users/one?id=demo%3Ahana'])
    expect(fieldsIn(await readConsolePage(app, `/console/users/one?id=${user}`, viewerName))).toEqual([])
  })

  test('a deletion keeps the page and takes the focus', async ({ page }) => {
    await openConsole(page, app, '/console/users/one?id=demo%3Anobody')
    await waitForReact(page)
    await page.getByText(consoleT('users.forget.title')).click()
    await page.getByRole('button', { name: deletion, exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: consoleT('users.forget.nothing') })).toBeFocused()
    expect(page.url()).toBe(`${app.origin}/console/users/one?id=demo%3Anobody`)
  })
})
