import { usableWallet } from './usable-wallet'

/**
 * Detects wallets before the first paint, so that nothing moves later. If there are wallets, `data-wallets` on the html
 * element makes the styles (`has-wallet:`) show the list of wallets and put the address field behind a button.
 * `--wallets` is the number of rows. It works with extensions, which run before the page. Until the page's scripts load,
 * it also handles the button that shows the field: `data-address` makes the styles show it. A link to a wallet app gets
 * `data-stayed` if the page was not left in the two seconds after a press. The html element gets it if the user came
 * Back or reloaded the page, as after a link that opened a web page instead of an app. The styles then show the link's
 * other address.
 *
 * It must use nothing outside this function, because it is written into the page.
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

/**
 * The script, for a page with a list of wallets or a link to a wallet app. Render it above everything that depends on
 * it.
 */
export function EarlyWallets({ nonce }: { nonce: string | undefined }) {
  const script = `(${detectWallets.toString()})(${usableWallet.toString()})`
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
