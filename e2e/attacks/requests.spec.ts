import { rowsOfCsv } from '../harness/csv'
import { connectForm } from '../harness/html'
import { openRaw, statusOf } from '../harness/raw-client'
import type { RequestOptions } from '../harness/visitor'
import { consoleT, inHtml } from '../texts'
import { newAccount } from '../wallet/keys'
import { expect, hiddenFields, openLink, pressConnect, sessionCookie, startLogin, test } from './site'

/* Requests that no page of the app sends. Their answers must reveal nothing. */

test.describe('a press of Connect', () => {
  test('confirms nothing when it is from another origin, and confirms when it is from the page itself', async ({
    site,
    control,
    standIn,
  }) => {
    const user = await site.newUser()
    const page = await openLink(user, control)
    for (const [from, origin] of [
      ['an opaque origin', 'null'],
      ['another site', 'https://evil.example'],
      ['a neighbour', 'https://neighbour.site.localhost'],
      ['the same host without https', 'http://connect.site.localhost'],
      ['the address to which the proxy forwards', site.app.address.replace('http:', 'https:')],
      ['a host with the same beginning', 'https://connect.site.localhost.evil.example'],
    ] as const) {
      const refused = await pressConnect(user, page, { headers: { Origin: origin } })
      expect(refused.status, from).toBe(403)
    }
    expect(await control.received('confirm')).toEqual([])

    const taken = await pressConnect(user, page)
    expect(taken.location).toContain(`${standIn.origin}/connect/callback`)
  })

  test('confirms only for the user of the link', async ({ site, control }) => {
    const [user, another] = [await site.newUser(), await site.newUser()]
    const page = await openLink(user, control)
    // All cookies of the user, except the session.
    for (const [name, value] of user.cookies) if (name !== sessionCookie) another.cookies.set(name, value)
    expect((await another.send('/connect/confirm')).body).not.toContain('name="wallet_address"')
    await pressConnect(another, page)
    const withoutSession = site.visitor()
    for (const [name, value] of user.cookies) if (name !== sessionCookie) withoutSession.cookies.set(name, value)
    await pressConnect(withoutSession, page)
    expect(await control.received('confirm')).toEqual([])

    await pressConnect(user, page)
    expect(await control.received('confirm')).toHaveLength(1)
  })

  test('confirms nothing when its fields were changed', async ({ site, control }) => {
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
      const answer = await pressConnect(user, await openLink(user, control), { form })
      expect(answer.location).not.toContain('#ac=')
    }
    const user = await site.newUser()
    const page = await openLink(user, control)
    const fields = Object.fromEntries(
      Object.entries(hiddenFields(page.body, connectForm)).filter(([name]) => !name.startsWith('$ACTION')),
    )
    for (const action of ['$ACTION_ID_0000000000000000000000000000000000000000', '$ACTION_ID_', '$ACTION_REF_1']) {
      const answer = await user.send('/connect/confirm', { form: { ...fields, [action]: '' } })
      expect(answer.location).not.toContain('#ac=')
    }
    expect(await control.received('confirm')).toEqual([])
  })

  test('redirects to the URL from the service when the request names another host', async ({
    site,
    control,
    standIn,
  }) => {
    const user = await site.newUser()
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'http',
      Forwarded: 'host=evil.example;proto=http',
      'X-Original-Host': 'evil.example',
    }
    const page = await openLink(user, control)
    const answer = await pressConnect(user, page, { headers })
    expect(answer.location).toContain(`${standIn.origin}/connect/callback`)
    for (const path of ['/', '/signin', '/console', '/connect', '/no/such/page', '/api/auth/signin']) {
      const answer = await site.visitor().send(path, { headers: { ...headers, Host: 'evil.example' } })
      expect(`${answer.location} ${answer.body} ${answer.setCookies.join()}`, path).not.toContain('evil.example')
    }
  })
})

test.describe('a stranger', () => {
  /** The paths of each kind. The ordinary run asks only for the first one. */
  const kinds: [string, ...string[]][] = [
    ['/signin', '/'],
    ['/connect/confirm', '/console'],
    ['/no/such/page', '/_next/none', '/_next/static/none.js'],
    ['/connect', '/connect/confirm/signed', '/connect/wallet-app/phantom/a/connect', '/connect/phone-code'],
    ['/console/balances/export', '/console/uploads/file', '/api/ready', '/language/de', '/signin/return'],
    ['/robots.txt', '/favicon.ico', '/wallets/phantom.svg'],
    ['/_global-error', '/_not-found', '/_error', '/404', '/500'],
  ]
  const methods = ['HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE']

  const get = (headers: Record<string, string>): RequestOptions => ({ headers })
  const post = (contentType: string, body: string, headers = {}): RequestOptions => ({
    body,
    headers: { 'Content-Type': contentType, ...headers },
  })
  const part = (name: string, value = '') => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const multipart = (...parts: string[]) => post('multipart/form-data; boundary=b', `${parts.join('')}--b--\r\n`)
  const routerStates = ['x', '%', '%5B%5D', 'null', '%7B%7D', '%5B1%5D', '["",{"children":["x"]}]']

  /** Requests that Next answers with 500, or did with a small change. `action` is the ID of the sign-in's action. */
  const oddRequests = (action: string): RequestOptions[] => [
    ...routerStates.map((state) => get({ RSC: '1', 'Next-Router-State-Tree': state })),
    ...['1', '2'].map((kind) => get({ RSC: '1', 'Next-Router-Prefetch': kind })),
    get({ RSC: '1', 'Next-Router-Segment-Prefetch': '/_tree' }),
    ...['prefetch', 'prefetch;prerender'].map((purpose) => get({ 'Sec-Purpose': purpose })),
    get({ Purpose: 'prefetch' }),
    ...['"x"', '*'].map((tag) => get({ 'If-Match': tag })),
    get({ 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    ...['bytes=99999999-', 'bytes=5-2', 'bytes=0-1,3-4', 'x'].map((range) => get({ Range: range })),
    ...['[]', '', '{', '["$K1"]', '["$Q9"]', 'null'].map((body) =>
      post('text/plain;charset=UTF-8', body, { 'Next-Action': action }),
    ),
    ...['', part('0', '["$Q9","$h8"]'), part('1'), part('0', '["$K1"]')].map((parts) => {
      const { body, headers } = multipart(parts)
      return { body: body ?? '', headers: { ...headers, 'Next-Action': action } }
    }),
    post('multipart/form-data; boundary=b', 'not a form'),
    post('multipart/form-data; boundary=b', part(`$ACTION_ID_${action}`)),
    post('multipart/form-data', 'x'),
    multipart('--b\r\nno header\r\n\r\nx\r\n'),
    multipart(part(`$ACTION_ID_${action}`)),
    multipart(part(`$ACTION_ID_${'0'.repeat(42)}`)),
    multipart(part('$ACTION_REF_1')),
    multipart(part('$ACTION_REF_1'), part('$ACTION_1:0', `{"id":"${action}","bound":null}`)),
    multipart(part('$ACTION_REF_1'), part('$ACTION_1:0', '{"id":"__proto__","bound":"$@1"}')),
    multipart(part(`$ACTION_ID_${action}`), part('name"; filename="x')),
    post('application/x-www-form-urlencoded', 'a=%ff'),
    post('application/json', '{'),
    post('multipart/form-data; boundary=b', part('a'), { 'Content-Encoding': 'gzip' }),
  ]

  for (const [where, paths] of [
    ['one path of each kind', kinds.map(([first]) => first)],
    ['every path @depth', kinds.flat()],
  ] as const) {
    test(`gets no server error when a request is odd, at ${where}`, async ({ site }) => {
      const { body } = await site.visitor().send('/signin')
      const action = /\$ACTION_ID_([0-9a-f]+)/.exec(body)?.[1] ?? ''
      expect(action).not.toBe('')
      const script = /"([^"]*\/_next\/static\/[^"]+\.js)"/.exec(body)?.[1] ?? ''
      const failed: string[] = []
      for (const path of [...paths, script]) {
        const requests = [{}, ...methods.map((method) => ({ method })), ...oddRequests(action)]
        const answers = requests.map(async (request) => {
          const { status } = await site.visitor().send(path, request)
          if (status >= 500) failed.push(`${status} ${path} ${JSON.stringify(request)}`)
        })
        await Promise.all(answers)
      }
      expect(failed).toEqual([])
    })
  }

  test('can still sign in with the form, and gets a whole file when asking for a part', async ({ site }) => {
    expect((await startLogin(site.visitor())).status).toBe(303)
    const whole = await site.visitor().send('/robots.txt')
    const part = await site.visitor().send('/robots.txt', { headers: { Range: 'bytes=0-1', 'If-Match': '"x"' } })
    expect([part.status, part.body]).toEqual([200, whole.body])
  })

  test('gets the same small page for every unknown URL, without the URL in it', async ({ site }) => {
    const sizes = new Set<number>()
    for (const path of ['/no-such-page', '/_next/no-such-page', '/_global-error']) {
      const { status, body } = await site.visitor().send(path)
      expect([status, body.includes('no-such-page')], path).toEqual([404, false])
      sizes.add(body.replaceAll(/ nonce="[^"]*"/g, '').length)
    }
    expect(sizes.size).toBe(1)
  })

  test('gets a line of text with the security headers for an unknown file, and the whole of each other file', async ({
    site,
  }) => {
    const { body: page } = await site.visitor().send('/signin')
    const scripts = [...page.matchAll(/"(\/_next\/static\/[^"\\]+)"/g)].map(([, path = '']) => path)
    expect(scripts.length).toBeGreaterThan(1)
    for (const path of [...scripts, '/wallets/phantom.svg']) {
      const { status, body } = await site.visitor().send(path)
      expect([status, body.length > 100], path).toEqual([200, true])
    }
    const folder = scripts[0]?.replace(/\/[^/]+$/, '') ?? ''
    for (const path of [folder, `${folder}/none.js`, '/_next/static/none', '/wallets/none.svg', '/wallets/none']) {
      const { status, body, headers } = await site.visitor().send(path)
      expect([status, body], path).toEqual([404, 'There is no such file.\n'])
      expect(headers['content-security-policy'], path).toContain("default-src 'self'")
      expect(headers, path).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    }
  })
})

test('a page with a text in its URL looks nothing up when another site or the sign-in led there, and records each look-up otherwise', async ({
  site,
  control,
}) => {
  await control.set({ data: { users: 20, conversions: 5 } })
  const { origin } = site.app
  const operator = await site.signedIn('olga')
  const audited = async () =>
    rowsOfCsv((await operator.send('/console/audit/export')).body).filter(({ action }) => action === 'look_up').length
  const [{ conversion_id: conversion = '' } = {}] = rowsOfCsv((await operator.send('/console/conversions/export')).body)
  const elsewhere: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'same-origin', Referer: `${origin}/signin?callbackUrl=%2Fconsole` },
    { Referer: `${origin}/signin/` },
  ]
  const here: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'same-origin', Referer: `${origin}/console` },
    { 'Sec-Fetch-Site': 'none' },
    {},
  ]
  const places = [
    ['/connects?find=eve-of-two&ask=', 'wallet', 1],
    ['/search?q=', 'name', 1],
    ['/search?q=', 'wallet', 1],
    ['/connects?find=', 'name', 1],
    ['/connects?wallet=', 'name', 1],
    ['/connects?ask=', 'wallet', 1],
    ['/users/one?id=', 'name', 1],
    ['/resources?address=', 'wallet', 1],
    ['/balances?find=', 'name', 1],
    ['/balances?sort=bolts', 'none', 0],
    ['/conversions?sort=total', 'none', 0],
    [`/conversions/one?id=${conversion}`, 'none', 0],
    [`/conversions/one?id=${conversion}&find=`, 'name', 1],
  ] as const
  // One function reads the headers for all pages.
  const fromAll = (kinds: typeof here) =>
    places.flatMap((place, at) => (at === 0 ? kinds : kinds.slice(0, 1)).map((headers) => [...place, headers] as const))
  let texts = 0
  /** Makes a text that no one has looked up yet, because the audit has one entry for a reload. */
  const newText = { name: () => `eve-${(texts += 1)}`, wallet: () => newAccount().address, none: () => '' }
  await operator.send('/console/connects?find=eve-of-two')
  let recorded = await audited()
  await control.clearReceived()
  // All of them before the first look-up, because a page can answer before its look-up ends.
  for (const [path, kind, , headers] of fromAll(elsewhere)) {
    const isWalk = path.includes('sort=') || path.startsWith('/balances')
    const text = newText[kind]()
    const answer = await operator.follow(`/console${path}${text}`, { headers })
    expect(answer.status, path).toBe(200)
    expect(answer.body, path).toContain(text)
    expect(answer.body, path).toContain(inHtml(consoleT(`shared.${isWalk ? 'walk' : 'lookUp'}.notStarted`)))
  }
  expect(await audited()).toBe(recorded)
  expect(await control.received()).toEqual([])
  for (const [path, kind, lookUps, headers] of fromAll(here)) {
    // A search can lead to the page of the only place, which this request does not follow.
    const answer = await operator.send(`/console${path}${newText[kind]()}`, { headers })
    recorded += lookUps
    expect([answer.status < 400, await audited()], `${path} ${JSON.stringify(headers)}`).toEqual([true, recorded])
    for (const each of ['walk', 'lookUp'] as const)
      expect(answer.body, path).not.toContain(inHtml(consoleT(`shared.${each}.notStarted`)))
  }
})

test('an ambiguous URL opens no page', async ({ site }) => {
  const { port } = new URL(site.app.address)
  const headers = "Content-Security-Policy: script-src 'nonce-a-nonce-of-mine'\r\nConnection: close\r\n"
  for (const [path, status] of [
    ['/signin', 200],
    ['/skin/../signin', 400],
    ['/_next/static/%2e%2e/%2e%2e/signin', 400],
    ['/console/uploads/file/../../../signin', 400],
    ['/favicon.ico/..', 400],
    ['/skin/%ff', 400],
    ['//signin', 400],
    ['*', 400],
    [`${site.app.origin}/signin`, 200],
    [`${site.app.origin}/skin/../signin`, 400],
  ] as const) {
    const client = openRaw(Number(port), `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`)
    await client.closed
    expect(statusOf(client), path).toBe(status)
    expect(client.received()).toMatch(/^content-security-policy: /im)
    expect(client.received()).not.toContain('a-nonce-of-mine')
    if (status === 400) expect(client.received()).toContain('The address is invalid.')
  }
})

test('the answer to another spelling of a URL forbids caching, and has the headers of a page', async ({ site }) => {
  const nonce = 'a-nonce-that-nobody-may-keep'
  for (const path of ['/connect/', '//connect', '/signin/']) {
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

test('the log has no line for an invalid session, and few lines for failed logins', async ({ site }) => {
  const linesBefore = () => site.app.output().split('\n').length
  const before = linesBefore()
  const invalid = Array.from({ length: 10 }, (_, number) => {
    const visitor = site.visitor()
    visitor.cookies.set(sessionCookie, `x${number}`)
    return visitor.send('/connect/confirm')
  })
  await Promise.all(invalid)
  expect(linesBefore() - before).toBe(0)
  await Promise.all(Array.from({ length: 120 }, () => site.visitor().send('/api/auth/callback/oidc?error=x')))
  // The limit is 30 lines a minute, and a second minute may have begun.
  expect(linesBefore() - before).toBeLessThanOrEqual(62)
})
