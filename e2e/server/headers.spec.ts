import { expect, test } from '../fixtures'
import { visitorAs } from '../sessions'

const pages = {
  'the start page': { path: '/', status: 200 },
  'the sign-in page': { path: '/signin', status: 200 },
  'the confirm page': { path: '/connect/confirm', status: 200 },
  'an incomplete link': { path: '/connect?request_id=1', status: 400 },
  'the console, for a user': { path: '/console', status: 404 },
  'an export, for a user': { path: '/console/balances/export', status: 404 },
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

test('every page has the security headers, with a new nonce', async ({ app }) => {
  const visitor = await visitorAs(app, 'Ada')
  const nonces = new Set<string>()
  for (const [what, { path, status }] of Object.entries(pages)) {
    const answer = await visitor.send(path, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(answer.status, what).toBe(status)
    const headers = answer.headers
    const policy = String(headers['content-security-policy'])
    expect(policy, what).toMatch(/script-src 'self' 'nonce-[\w+/]{22}==' 'strict-dynamic'/)
    expect(policy, what).not.toContain('unsafe')
    expect(policy, what).toContain("frame-ancestors 'none'")
    expect(policy, what).toContain("form-action 'self' http: https:")
    expect(headers, what).toMatchObject({ 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff' })
    expect(headers['permissions-policy'], what).toContain('camera=()')
    expect(headers['cache-control'], what).toContain('no-store')
    // No proxy may change a page, but the app itself compresses it.
    if (headers['content-type']?.startsWith('text/html'))
      expect(headers['cache-control'], what).toContain('no-transform')
    if (path === '/connect/confirm') expect(headers['content-encoding']).toBe('gzip')
    expect(headers, what).not.toHaveProperty('strict-transport-security')
    expect(headers, what).not.toHaveProperty('x-powered-by')
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '')
  }
  expect(nonces.size).toBe(Object.keys(pages).length)
})
