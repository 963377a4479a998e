/**
 * The headers that every answer with a page carries.
 *
 * @param options.nonce - base64, new for every answer; Next puts it on the scripts that it writes.
 * @param options.isHttps - whether browsers reach this app by https.
 * @param options.isDevelopment - `next dev` needs `eval`; production never gets it.
 * @param options.isAndroid - whether the browser says it runs on Android, where wallet apps are reached by loopback.
 */
export function securityHeaders(
  options: { isHttps: boolean } & Parameters<typeof contentSecurityPolicy>[0],
): Record<string, string> {
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

/**
 * What the Mobile Wallet Adapter needs on Android and nowhere else: it talks to the wallet app by a
 * WebSocket on this very phone. The plain http address makes Chrome ask for leave to do so; nothing is
 * sent there. Firefox starts the wallet app by a frame of the app's own scheme.
 */
const mobileAdapterSources = [`connect-src 'self' ws://localhost:* http://localhost`, `frame-src 'self' solana-wallet:`]

/** The style sheet and the style attribute of the Mobile Wallet Adapter's spinner, by their hashes. */
const mobileAdapterStyles = [
  `'unsafe-hashes'`,
  `'sha256-9y+0omBcAXmVSpYuadfUp/k8GxCIDiw2wrEyqM1cQnc='`,
  `'sha256-fpg83YZxyBh7zNCICwdKi5D7eUkxQ9wk3mpUiNPhP3g='`,
]

/** A nonce for one answer's policy: base64, never the same again. */
export function newNonce(): string {
  return crypto.getRandomValues(Buffer.alloc(16)).toString('base64')
}

/** The policy alone: Next reads the nonce for its scripts from this header of the request. */
export function contentSecurityPolicy(options: { nonce: string; isDevelopment: boolean; isAndroid: boolean }): string {
  const scripts = [`'self'`, `'nonce-${options.nonce}'`, `'strict-dynamic'`]
  if (options.isDevelopment) scripts.push(`'unsafe-eval'`)
  // A hash or a nonce would turn `'unsafe-inline'` off.
  const styles = options.isDevelopment
    ? [`'self'`, `'unsafe-inline'`]
    : [`'self'`, `'nonce-${options.nonce}'`, ...(options.isAndroid ? mobileAdapterStyles : [])]
  return [
    `default-src 'self'`,
    `script-src ${scripts.join(' ')}`,
    `style-src ${styles.join(' ')}`,
    // Wallets hand over their icons as data: addresses.
    `img-src 'self' data:`,
    ...(options.isAndroid ? mobileAdapterSources : []),
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    // The connect form's answer sends the browser to the service. `'self'` alone would make Chromium
    // drop that redirect, after the hold has been cleared.
    `form-action 'self' http: https:`,
  ].join('; ')
}
