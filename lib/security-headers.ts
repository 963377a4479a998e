/**
 * The headers that every answer with a page carries.
 *
 * @param options.nonce - base64, new for every answer; Next puts it on the scripts that it writes.
 * @param options.isHttps - whether browsers reach this app by https.
 * @param options.isDevelopment - `next dev` needs `eval`; production never gets it.
 */
export function securityHeaders(options: {
  nonce: string
  isHttps: boolean
  isDevelopment: boolean
}): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(options),
    // `no-referrer` would make a form post send `Origin: null`, which a server action must refuse.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    // A wallet's own pop-up must still be able to answer the page that opened it.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=()',
    'Cache-Control': 'no-store',
    // Without includeSubDomains: what else runs below the operator's domain is not ours to decide.
    ...(options.isHttps ? { 'Strict-Transport-Security': 'max-age=63072000' } : {}),
  }
}

/** The policy alone: Next reads the nonce for its scripts from this header of the request. */
export function contentSecurityPolicy(options: { nonce: string; isDevelopment: boolean }): string {
  const scripts = [`'self'`, `'nonce-${options.nonce}'`, `'strict-dynamic'`]
  if (options.isDevelopment) scripts.push(`'unsafe-eval'`)
  return [
    `default-src 'self'`,
    `script-src ${scripts.join(' ')}`,
    `style-src 'self' ${options.isDevelopment ? `'unsafe-inline'` : `'nonce-${options.nonce}'`}`,
    // Wallets hand over their icons as data: addresses.
    `img-src 'self' data:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    // The connect form's answer sends the browser to the service. `'self'` alone would make Chromium
    // drop that redirect, after the hold has been cleared.
    `form-action 'self' http: https:`,
  ].join('; ')
}
