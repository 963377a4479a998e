import { connectForm, parseHtml, textOf } from '../harness/html'
import { brand, consoleT, t } from '../texts'
import { arrive, expect, hiddenFields, pressConnect, sessionCookie, test } from './site'

/* Requests that no page of the app has made a browser send, and what they tell. */

test.describe('a press of Connect', () => {
  for (const [from, origin] of [
    ['nobody', 'null'],
    ['another site', 'https://evil.example'],
    ['a neighbour', 'https://neighbour.site.localhost'],
    ['the same host without https', 'http://connect.site.localhost'],
    ['a host that begins the same', 'https://connect.site.localhost.evil.example'],
  ] as const) {
    test(`from ${from} is refused, and from the page itself taken`, async ({ site, control, standIn }) => {
      const user = await site.newUser()
      const page = await arrive(user, control)
      const refused = await pressConnect(user, page, { headers: { Origin: origin } })
      expect(refused.status).toBeGreaterThanOrEqual(400)
      expect(await control.received('confirm')).toEqual([])

      const taken = await pressConnect(user, page)
      expect(taken.location).toContain(`${standIn.origin}/connect/callback`)
    })
  }

  test('is of whoever the link is bound to', async ({ site, control }) => {
    const [user, another] = [await site.newUser(), await site.newUser()]
    const page = await arrive(user, control)
    // All of the user's cookies, but for the session.
    for (const [name, value] of user.cookies) if (name !== sessionCookie) another.cookies.set(name, value)
    expect((await another.send('/connect/confirm')).body).not.toContain('name="wallet_address"')
    await pressConnect(another, page)
    const nobody = site.visitor()
    for (const [name, value] of user.cookies) if (name !== sessionCookie) nobody.cookies.set(name, value)
    await pressConnect(nobody, page)
    expect(await control.received('confirm')).toEqual([])

    await pressConnect(user, page)
    expect(await control.received('confirm')).toHaveLength(1)
  })

  test('with other fields confirms nothing', async ({ site, control }) => {
    for (const form of [
      { request_id: '01JCZX3M5N4T9QK2R7W8Y6V0AB' },
      { request_id: '' },
      { wallet_address: '' },
      { wallet_address: '../../users' },
      { wallet_address: '1'.repeat(5000) },
      { signature: 'x'.repeat(200) },
      { signature: '1'.repeat(64) },
    ]) {
      const user = await site.newUser()
      const answer = await pressConnect(user, await arrive(user, control), { form })
      expect(answer.location).not.toContain('#ac=')
    }
    const user = await site.newUser()
    const page = await arrive(user, control)
    const fields = Object.fromEntries(
      Object.entries(hiddenFields(page.body, connectForm)).filter(([name]) => !name.startsWith('$ACTION')),
    )
    for (const action of ['$ACTION_ID_0000000000000000000000000000000000000000', '$ACTION_ID_', '$ACTION_REF_1']) {
      const answer = await user.send('/connect/confirm', { form: { ...fields, [action]: '' } })
      expect(answer.location).not.toContain('#ac=')
    }
    expect(await control.received('confirm')).toEqual([])
  })

  test('goes back to where the service says, whatever host the request names', async ({ site, control, standIn }) => {
    const user = await site.newUser()
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'http',
      Forwarded: 'host=evil.example;proto=http',
      'X-Original-Host': 'evil.example',
    }
    const page = await arrive(user, control)
    const answer = await pressConnect(user, page, { headers })
    expect(answer.location).toContain(`${standIn.origin}/connect/callback`)
    for (const path of ['/', '/signin', '/console', '/connect', '/no/such/page', '/api/auth/signin']) {
      const answer = await site.visitor().send(path, { headers: { ...headers, Host: 'evil.example' } })
      expect(`${answer.location} ${answer.body} ${answer.setCookies.join()}`, path).not.toContain('evil.example')
    }
  })
})

test('a console page is to others what any unknown page is', async ({ site }) => {
  const user = await site.signedIn('ada')
  const tells = (body: string) => {
    // What differs in any two answers: the nonce, the addresses of the page's own scripts, and its own address.
    return parseHtml(body).querySelectorAll('title').map(textOf)
  }
  const unknown = await user.send('/no/such/page')
  expect(tells(unknown.body)).toEqual([`${t('notFound.title')} · ${brand.name}`])
  for (const path of ['', '/task-runs', '/conversions', '/conversions/x', '/balances', '/uploads', '/resources']) {
    const answer = await user.send(`/console${path}`)
    expect(answer.status).toBe(404)
    expect(tells(answer.body), path).toEqual(tells(unknown.body))
    for (const page of ['overview', 'taskRuns', 'conversions', 'balances', 'uploads', 'resources'] as const) {
      expect(answer.body, path).not.toContain(consoleT(`layout.pages.${page}`))
    }
  }
  const operator = await site.signedIn('olga')
  expect(tells((await operator.send('/console/uploads')).body)[0]).toContain(consoleT('layout.pages.uploads'))
})

test('what is answered to another spelling of an address is not kept, and has the headers of a page', async ({
  site,
}) => {
  const nonce = 'a-nonce-that-nobody-may-keep'
  for (const path of ['/connect/', '//connect', '/connect//confirm', '/signin/']) {
    const answer = await site.visitor().send(`${path}?request_id=1&nonce=${nonce}`)
    expect(answer.headers['cache-control'], path).toContain('no-store')
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000',
    })
    expect(new URL(answer.location, site.app.origin).origin, path).toBe(site.app.origin)
  }
  const script = /"([^"]*\/_next\/static\/[^"]+\.js)"/.exec((await site.visitor().send('/')).body)?.[1] ?? ''
  expect((await site.visitor().send(script)).headers['cache-control']).toContain('immutable')
})

test('a session that is none writes no line to the log, and failed logins few', async ({ site }) => {
  const linesBefore = () => site.app.output().split('\n').length
  const before = linesBefore()
  const visitor = site.visitor()
  for (let sent = 0; sent < 50; sent += 1) {
    visitor.cookies.set(sessionCookie, `x${sent}`)
    await visitor.send('/connect/confirm')
  }
  expect(linesBefore() - before).toBe(0)
  await Promise.all(Array.from({ length: 60 }, () => site.visitor().send('/api/auth/callback/oidc?error=x')))
  expect(linesBefore() - before).toBeLessThan(40)
})
