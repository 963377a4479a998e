import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers'

const production = { nonce: 'bm9uY2U=', isHttps: true, isDevelopment: false, isAndroid: false }

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

  describe('on Android', () => {
    const policyFor = (options: Partial<typeof production>) =>
      securityHeaders({ ...production, ...options })['Content-Security-Policy'] ?? ''

    it('let the Mobile Wallet Adapter reach the wallet app on the same phone, as nowhere else', () => {
      expect(policyFor({ isAndroid: true })).toContain(`connect-src 'self' ws://localhost:* http://localhost;`)
      expect(policyFor({ isAndroid: true })).toContain(`frame-src 'self' solana-wallet:;`)
      expect(policyFor({})).not.toMatch(/connect-src|frame-src|localhost/)
    })

    it('let its spinner have its own styles and no others', () => {
      const adapter = readFileSync(
        'node_modules/@solana-mobile/wallet-standard-mobile/lib/esm/index.browser.js',
        'utf8',
      )
      const spinner = adapter.slice(adapter.indexOf('#region src/embedded-modal/loadingSpinner.ts'))
      const styles = [/style="([^"]*)"/, /const css\S* = `([^`]*)`/].map((text) => text.exec(spinner)?.[1] ?? '')
      for (const style of styles) {
        const hash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
        expect(policyFor({ isAndroid: true })).toContain(hash)
        expect(policyFor({})).not.toContain(hash)
      }
      expect(policyFor({ isAndroid: true })).not.toContain('unsafe-inline')
    })

    it('leave next dev its inline styles, which a hash would turn off', () => {
      expect(policyFor({ isAndroid: true, isDevelopment: true })).toContain(`style-src 'self' 'unsafe-inline';`)
    })
  })
})
