import { expect, test } from './fixtures'
import { arrive, signIn } from './steps'
import { t } from './texts'
import { Visitor } from './harness/visitor'
import { visitorAs } from './sessions'

const pages = {
  'the start page': { path: '/', status: 200 },
  'the sign-in page': { path: '/signin', status: 200 },
  'the confirm page': { path: '/connect/confirm', status: 200 },
  'an incomplete link': { path: '/connect?request_id=1', status: 400 },
  'the console, for a user': { path: '/console', status: 404 },
  'an export, for a user': { path: '/console/balances/export?format=csv', status: 404 },
  'an unknown page': { path: '/no/such/page', status: 404 },
  'an unknown page that begins like the icon': { path: '/icon.svgx', status: 404 },
  'an unknown page that begins like the old icon': { path: '/favicon.icox', status: 404 },
  'an unknown page that begins like the static files': { path: '/_next/staticx', status: 404 },
  'an unknown page that begins like the upload': { path: '/console/uploads/filex', status: 404 },
  'an unknown page that begins like the QR code': { path: '/connect/phone-codex', status: 404 },
  'the image route, which is off': { path: '/_next/image?url=%2Ficon.svg&w=64&q=75', status: 404 },
  'the arrival': { path: '/connect', status: 303 },
  'an unknown path of the login': { path: '/api/auth/no-such-thing', status: 404 },
}

for (const [what, { path, status }] of Object.entries(pages)) {
  test(`${what} has the security headers`, async ({ app }) => {
    const answer = await (await visitorAs(app, 'Ada')).send(path)
    expect(answer.status).toBe(status)
    const headers = answer.headers
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/]{22}==' 'strict-dynamic'/)
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' http: https:")
    expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff' })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['cache-control']).toContain('no-store')
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('x-powered-by')
  })
}

test('the nonce differs in every response', async ({ app }) => {
  const visitor = new Visitor(app.origin)
  const nonceOf = async () => (await visitor.send('/')).headers['content-security-policy']
  expect(await nonceOf()).not.toBe(await nonceOf())
})

test('a page has its nonce and deletes an invalid session cookie when a hosting platform runs the server', async ({
  startVariant,
}) => {
  const { origin } = await startVariant({ VERCEL: '1' })
  const page = await new Visitor(origin).send('/signin', { headers: { Cookie: 'next-auth.session-token=nonsense' } })
  const [, nonce = 'none'] = /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy'])) ?? []
  expect(page.body).toContain(`<script nonce="${nonce}"`)
  expect(page.setCookies.join()).toContain('next-auth.session-token=; Path=/; Max-Age=0')
})

test.describe('framing', () => {
  test.use({ expectedErrors: [/frame-ancestors/] })
  test('fails on a page of another site', async ({ page, app, control }) => {
    await signIn(page, app)
    await arrive(page, control)
    await page.route('http://stranger.example/', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto('http://stranger.example/')
    const framed = await page.evaluate(async (address) => {
      const frame = document.createElement('iframe')
      frame.src = address
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
      document.body.append(frame)
      await loaded
      return frame.contentDocument
    }, `${app.origin}/connect/confirm`)
    // A refused frame shows an error page of the browser, which has an opaque origin.
    expect(framed).toBeNull()
    await expect(page.frameLocator('iframe').getByRole('button', { name: t('confirm.connect') })).toHaveCount(0)
  })
})

test('the service receives no referrer', async ({ page, app, control }) => {
  await signIn(page, app)
  await arrive(page, control)
  await page.getByRole('textbox').fill('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU')
  await page.getByRole('button', { name: t('confirm.connect'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connected')
  const callback = (await control.received()).find((request) => request.path.startsWith('/connect/callback'))
  expect(callback?.headers.referer).toBeUndefined()
})

test('the app refuses a server action from another site', async ({ app, control }) => {
  const requests = await visitorAs(app, 'Ada')
  await requests.follow((await control.pressConnect()).link)
  const answer = await requests.send('/connect/confirm', {
    headers: { Origin: 'https://evil.example' },
    form: { request_id: 'x', wallet_address: 'y' },
  })
  expect(answer.status).toBe(403)
  expect(await control.received('confirm')).toEqual([])
})
