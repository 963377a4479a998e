import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers'

const production = { nonce: 'bm9uY2U=', isHttps: true, isDevelopment: false, isAndroid: false, isFrame: false }
const policyFor = (options: Partial<typeof production>) =>
  securityHeaders({ ...production, ...options })['Content-Security-Policy'] ?? ''

/* `e2e/server/headers.spec.ts` shows the headers of each kind of response. */
describe('securityHeaders', () => {
  it('allows only our scripts, form posts that redirect to the service, and no framing', () => {
    expect(policyFor({})).toContain(`script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic';`)
    expect(policyFor({})).toMatch(/frame-ancestors 'none';.* form-action 'self' http: https:$/)
    expect(policyFor({})).not.toContain('unsafe')
  })

  it('allows framing only by this site for the frames of the preview, and eval only in next dev', () => {
    expect(policyFor({ isFrame: true })).toContain(`frame-ancestors 'self';`)
    expect(policyFor({ isDevelopment: true })).toContain('unsafe-eval')
  })

  it('sets Strict-Transport-Security only with https', () => {
    expect(securityHeaders(production)).toHaveProperty('Strict-Transport-Security')
    expect(securityHeaders({ ...production, isHttps: false })).not.toHaveProperty('Strict-Transport-Security')
  })

  describe('on Android', () => {
    it('allows the Mobile Wallet Adapter to reach the wallet app on the same phone, and only there', () => {
      expect(policyFor({ isAndroid: true })).toContain(`connect-src 'self' ws://localhost:* http://localhost;`)
      expect(policyFor({ isAndroid: true })).toContain(`frame-src 'self' solana-wallet:;`)
      expect(policyFor({})).not.toMatch(/connect-src|frame-src|localhost/)
    })

    it('allows only the styles of the adapter’s spinner', () => {
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

    it('keeps inline styles in next dev, because a hash would disable them', () => {
      expect(policyFor({ isAndroid: true, isDevelopment: true })).toContain(`style-src 'self' 'unsafe-inline';`)
    })
  })
})
