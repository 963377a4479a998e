import { SolanaMobileWalletAdapter } from '@solana-mobile/wallet-adapter-mobile'
import type { Adapter } from '@solana/wallet-adapter-base'
import bs58 from 'bs58'

/**
 * Solana's Mobile Wallet Adapter, which reaches wallet apps on Android. The default one of `WalletProvider` stores its
 * authorization in `localStorage`, and shows a dialog with a third party's font if it finds no app.
 *
 * @param preferredAddress - the account to use, if the app lists it. Otherwise the first one.
 */
export function mobileWalletAdapter(preferredAddress: string | null): Adapter {
  const isPreferred = (base64: string) =>
    bs58.encode(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))) === preferredAddress
  return new SolanaMobileWalletAdapter({
    addressSelector: { select: async (addresses) => addresses.find(isPreferred) ?? addresses[0] ?? '' },
    appIdentity: { ...siteIdentity(), uri: window.location.origin },
    // The adapter itself remembers it while it is connected.
    authorizationResultCache: { get: async () => undefined, set: async () => {}, clear: async () => {} },
    chain: 'solana:mainnet',
    onWalletNotFound: async () => {},
  })
}

/**
 * What the app shows of this site. The protocol requires a relative path to the icon. A PNG comes first, because
 * Android draws no SVG by itself.
 */
function siteIdentity(): { name: string; icon?: string } {
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? window.location.host
  const link = document.querySelector('link[rel="apple-touch-icon"]') ?? document.querySelector('link[rel="icon"]')
  const path = link?.getAttribute('href')
  return path?.startsWith('/') ? { name, icon: path.slice(1) } : { name }
}

export const isMobileWallet = (adapter: Adapter) => adapter instanceof SolanaMobileWalletAdapter

/**
 * Requests the permission to reach other apps on the same phone, if the browser has one. The user must answer Chrome's
 * prompt before the wallet app hides it. This also prevents the adapter's own dialog.
 *
 * @returns null if the page may reach them; `apps_allowed` if the user must press again. A browser opens an app only
 *   directly after a press.
 */
export async function requestLoopbackPermission(): Promise<'apps_allowed' | 'apps_blocked' | null> {
  const query = async (name: string) => navigator.permissions.query({ name: name as PermissionName })
  const permission = await query('loopback-network')
    // Chrome 142 to 144 know it only by its older name.
    .catch(() => query('local-network-access'))
    // Other browsers need none.
    .catch(() => ({ state: 'granted' as PermissionState }))
  const isGranted = () => permission.state === 'granted'
  if (isGranted()) return null
  // It makes the browser prompt. Whether anything responds does not matter.
  if (permission.state === 'prompt') await fetch('http://localhost', { mode: 'no-cors' }).catch(() => {})
  return isGranted() ? 'apps_allowed' : 'apps_blocked'
}
