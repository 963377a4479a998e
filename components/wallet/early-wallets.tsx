import { usableWallet } from './usable-wallet'

/**
 * Detects wallets before the first paint, so that nothing moves later. It is written into the page, so it must use
 * nothing outside this function. It sets on the html element, for the styles:
 * - `data-wallets` shows the list of wallets and puts the address field behind a button. `--wallets` counts the rows.
 * - `data-address` shows the field after a press of that button, until the page's scripts load.
 * - `data-stayed` shows the other address of each link to a wallet app, after Back or a reload. A link gets it itself
 *   if the page is still shown two seconds after a press.
 */
function detectWallets(usable: typeof usableWallet): void {
  const root = document.documentElement
  const found = new Set()
  const register = (...wallets: Parameters<typeof usableWallet>[0][]) => {
    for (const wallet of wallets) if (usable(wallet)) found.add(wallet)
    return () => {}
  }
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  if (found.size > 0) {
    root.dataset['wallets'] = ''
    root.style.setProperty('--wallets', `${Math.min(found.size, 50)}`)
  }

  let isLeft = false
  document.addEventListener('visibilitychange', () => {
    isLeft = true
  })
  document.addEventListener('click', ({ target }) => {
    const pressed = target as Element
    if (pressed.closest?.('[data-enter-address]')) root.dataset['address'] = ''
    const link = pressed.closest?.<HTMLElement>('[data-opens-app]')
    if (!link) return
    isLeft = false
    setTimeout(() => {
      if (!isLeft) link.dataset['stayed'] = ''
    }, 2000)
  })
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation && ['reload', 'back_forward'].includes(navigation.type)) root.dataset['stayed'] = ''
}

/** Render it above everything that depends on it. */
export function EarlyWallets({ nonce }: { nonce: string | undefined }) {
  const script = `(${detectWallets.toString()})(${usableWallet.toString()})`
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
