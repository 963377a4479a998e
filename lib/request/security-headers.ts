/**
 * @param options.nonce - base64, new for every response. Next adds it to its script tags.
 * @param options.isDevelopment - allows `eval` and inline styles, which `next dev` needs.
 * @param options.isFrame - allows framing by this site, for the console's preview.
 * @param options.isAndroid - allows pages to reach wallet apps over loopback.
 */
export function securityHeaders(
  options: { isHttps: boolean } & Parameters<typeof contentSecurityPolicy>[0],
): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(options),
    // With `no-referrer`, form posts send `Origin: null`, and Next then refuses the server action.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    // A wallet's pop-up must be able to post its result to the page that opened it.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=()',
    'Cache-Control': 'no-store',
    // Without includeSubDomains, because the operator's subdomains may not support https.
    ...(options.isHttps ? { 'Strict-Transport-Security': 'max-age=63072000' } : {}),
  }
}

/**
 * The Mobile Wallet Adapter connects to the wallet app over a WebSocket on the phone. A request to the http URL makes
 * Chrome prompt for the permission. Firefox starts the app through a frame with its URL scheme.
 */
const mobileAdapterSources = [`connect-src 'self' ws://localhost:* http://localhost`, `frame-src 'self' solana-wallet:`]

/** Hashes of the style sheet and the style attribute of the Mobile Wallet Adapter's spinner. */
const mobileAdapterStyles = [
  `'unsafe-hashes'`,
  `'sha256-9y+0omBcAXmVSpYuadfUp/k8GxCIDiw2wrEyqM1cQnc='`,
  `'sha256-fpg83YZxyBh7zNCICwdKi5D7eUkxQ9wk3mpUiNPhP3g='`,
]

export function newNonce(): string {
  return crypto.getRandomValues(Buffer.alloc(16)).toString('base64')
}

export function policyNonce(requestHeaders: Pick<Headers, 'get'>): string | undefined {
  return /'nonce-([^']+)'/.exec(requestHeaders.get('content-security-policy') ?? '')?.[1]
}

/** Next reads the nonce for its scripts from this header of the request. */
function contentSecurityPolicy(options: {
  nonce: string
  isDevelopment: boolean
  isAndroid: boolean
  isFrame?: boolean
}): string {
  const scripts = [`'self'`, `'nonce-${options.nonce}'`, `'strict-dynamic'`]
  if (options.isDevelopment) scripts.push(`'unsafe-eval'`)
  // Browsers ignore `'unsafe-inline'` beside a hash or a nonce.
  const styles = options.isDevelopment
    ? [`'self'`, `'unsafe-inline'`]
    : [`'self'`, `'nonce-${options.nonce}'`, ...(options.isAndroid ? mobileAdapterStyles : [])]
  return [
    `default-src 'self'`,
    `script-src ${scripts.join(' ')}`,
    `style-src ${styles.join(' ')}`,
    // Wallets provide their icons as data: URLs.
    `img-src 'self' data:`,
    ...(options.isAndroid ? mobileAdapterSources : []),
    `object-src 'none'`,
    `base-uri 'none'`,
    options.isFrame === true ? `frame-ancestors 'self'` : `frame-ancestors 'none'`,
    // With only `'self'`, Chromium would block the redirect to the service after the hold has been cleared.
    `form-action 'self' http: https:`,
  ].join('; ')
}
