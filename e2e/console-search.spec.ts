import { expect, test, waitForReact } from './fixtures'
import { operatorName, walletAddress } from './harness/people'
import { signInAsOperator } from './steps'
import { consoleT, inHtml } from './texts'
import { visitorAs } from './sessions'

/* The search field takes any ID, address or code, and leads to what it is of. Users’ pages are in console-connects.spec.ts. */

const search = '/console/search?q='

test('an ID, an address and a code lead to their pages', async ({ app, control }) => {
  const operator = await visitorAs(app, operatorName)
  const leadsTo = async (text: string) => {
    const answer = await operator.send(search + encodeURIComponent(text))
    return answer.status === 307 ? answer.headers.location : answer.status
  }
  const [run] = JSON.parse((await operator.send('/console/task-runs/export?format=json')).body) as [
    { task_run_id: string; task_id: string; event_id: string },
  ]
  for (const id of [run.task_run_id, run.task_id, run.event_id]) {
    expect(await leadsTo(` ${id} `)).toBe(`/console/task-runs?find=${encodeURIComponent(id)}`)
  }
  expect(await leadsTo(walletAddress)).toBe(`/console/resources?address=${walletAddress}`)
  expect(await leadsTo('7K2QXV9M4T')).toBe('/console/connects?find=7K2QXV9M4T')

  const { user_id: user } = await control.user(0)
  const several = (await operator.send(search + user.toLowerCase())).body
  for (const path of ['users', 'conversions']) expect(several).toContain(`href="/console/${path}/${user}"`)
  expect(several).not.toContain('href="/console/task-runs?find=')

  const nothing = (await operator.send(`${search}nonsense`)).body
  expect(nothing).toContain(consoleT('searchPage.nothing.title'))
  expect(nothing).toContain(inHtml(consoleT('searchPage.nothing.code')))
  for (const [text, title] of [
    ['%20', 'searchPage.empty'],
    ['x'.repeat(201), 'searchPage.tooLong'],
  ] as const) {
    expect((await operator.send(search + text)).body).toContain(inHtml(consoleT(title)))
  }
  expect(app.output()).not.toContain('nonsense')
})

test('an ID stays possible when the task runs cannot be read, or are more than the service lists', async ({
  app,
  control,
}) => {
  const operator = await visitorAs(app, operatorName)
  const links = async () => (await operator.send(search + '01ARZ3NDEKTSV4RRFFQ69G5FAV')).body
  const link = 'href="/console/task-runs?find=01ARZ3NDEKTSV4RRFFQ69G5FAV"'
  expect(await links()).not.toContain(link)
  await control.script('pending', { status: 403, json: { error: 'No' } })
  expect(await links()).toContain(link)
  await control.set({ data: { openRuns: 100 } })
  expect(await links()).toContain(link)
})

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 320, height: 568 } })

  test('the pages are in one line with the current one in view, and Ctrl+K leads to the search', async ({
    page,
    app,
    control,
  }) => {
    await signInAsOperator(page, app)
    await page.goto(`${app.origin}/console/resources`)
    await waitForReact(page)
    const links = page.getByRole('navigation', { name: consoleT('layout.navigation') }).getByRole('link')
    const tops = await links.evaluateAll((each) => each.map((link) => link.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    const current = links.filter({ hasText: consoleT('layout.pages.resources') })
    await expect(current).toHaveAttribute('aria-current', 'page')
    await expect(current).toBeInViewport({ ratio: 0.9 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await links.first().focus()
    await expect(links.first()).toBeInViewport({ ratio: 0.9 })

    await page.keyboard.press('Control+k')
    const field = page.getByRole('searchbox', { name: consoleT('layout.search.label') })
    await expect(field).toBeFocused()
    const { user_id: user } = await control.user(0)
    await field.fill(user)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: consoleT('searchPage.places.user') }).click()
    await expect(page).toHaveURL(`${app.origin}/console/users/${user}`)
    await expect(page.getByRole('table', { name: consoleT('users.balance.caption') })).toBeVisible()
    await expect(page.getByText(consoleT('shared.subnetBolts'))).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})
