import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers'

const production = { nonce: 'bm9uY2U=', isHttps: true, isDevelopment: false }

describe('securityHeaders', () => {
  it('let no script run but ours, and no page frame us', () => {
    const policy = securityHeaders(production)['Content-Security-Policy'] ?? ''
    expect(policy).toContain(`script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic';`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy).not.toContain('unsafe')
  })

  it('let a form be answered with a redirect to the service', () => {
    expect(securityHeaders(production)['Content-Security-Policy']).toMatch(/form-action 'self' http: https:$/)
  })

  it('promise https only where it is used', () => {
    expect(securityHeaders(production)).toHaveProperty('Strict-Transport-Security')
    expect(securityHeaders({ ...production, isHttps: false })).not.toHaveProperty('Strict-Transport-Security')
  })

  it('allow eval under next dev alone', () => {
    expect(securityHeaders({ ...production, isDevelopment: true })['Content-Security-Policy']).toContain('unsafe-eval')
  })
})
