import {
  SolanaMobileWalletAdapter,
  SolanaMobileWalletAdapterWalletName,
  type AuthorizationResultCache,
} from '@solana-mobile/wallet-adapter-mobile'
import type { Adapter } from '@solana/wallet-adapter-base'
import bs58 from 'bs58'
import { phoneBrowserOf } from '@/lib/wallets/browsers'

/**
 * Solana's Mobile Wallet Adapter, which reaches wallet apps on Android phones. On other devices it reports itself as
 * unsupported. It replaces the default one of `WalletProvider`, which stores its authorization in `localStorage` and
 * shows a dialog with a third party's font if it finds no app.
 *
 * @param preferredAddress - the account to use, wherever the app lists it. Otherwise the first one.
 */
export function mobileWalletAdapter(preferredAddress: string | null): Adapter {
  const isPreferred = (base64: string) =>
    bs58.encode(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))) === preferredAddress
  return new SolanaMobileWalletAdapter({
    addressSelector: { select: async (addresses) => addresses.find(isPreferred) ?? addresses[0] ?? '' },
    appIdentity: { name: siteName(), uri: window.location.origin, ...siteIcon() },
    authorizationResultCache: inMemoryCache(),
    chain: 'solana:mainnet',
    onWalletNotFound: async () => {},
  })
}

/** Checks whether the Mobile Wallet Adapter works in this browser. The adapter itself checks only for Android. */
export const hasMobileAdapter = () => phoneBrowserOf(navigator.userAgent)?.hasMobileAdapter === true

/** Checks whether this is the Mobile Wallet Adapter. */
export function isMobileWallet(adapter: Adapter): boolean {
  return adapter.name === SolanaMobileWalletAdapterWalletName
}

function inMemoryCache(): AuthorizationResultCache {
  let cached: Awaited<ReturnType<AuthorizationResultCache['get']>>
  return {
    async get() {
      return cached
    },
    async set(authorization) {
      cached = authorization
    },
    async clear() {
      cached = undefined
    },
  }
}

/**
 * Requests the permission to reach other apps on the same phone, if the browser requires one. The user must answer
 * Chrome's prompt before the wallet app hides it. Requesting it here also prevents the adapter's own dialog, which
 * loads a third party's font.
 *
 * @returns `just_granted` if the user has granted it only now. The user must then press again, because a browser opens
 *   a wallet app only directly after a press.
 */
export async function requestLoopbackPermission(): Promise<'granted' | 'just_granted' | 'denied'> {
  const query = (name: string) => navigator.permissions.query({ name: name as PermissionName })
  let permission: PermissionStatus
  try {
    // Chrome 142 to 144 know it only by its older name.
    permission = await query('loopback-network').catch(() => query('local-network-access'))
  } catch {
    // The browser does not have this permission, so none is needed.
    return 'granted'
  }
  if (permission.state === 'granted') return 'granted'
  if (permission.state === 'prompt') {
    // The request makes the browser prompt its user. Whether anything responds does not matter.
    await fetch('http://localhost', { mode: 'no-cors' }).catch(() => {})
  }
  return isGranted(permission) ? 'just_granted' : 'denied'
}

/** Reads the current state. A separate function, because TypeScript keeps the state narrowed by an earlier check. */
function isGranted(permission: PermissionStatus): boolean {
  return permission.state === 'granted'
}

/**
 * Returns the icon of this site as a relative path, as the protocol requires. A PNG first: the protocol names no formats
 * for a path, and Android draws no SVG by itself.
 */
function siteIcon(): { icon?: string } {
  const path = (
    document.querySelector('link[rel="apple-touch-icon"]') ?? document.querySelector('link[rel="icon"]')
  )?.getAttribute('href')
  return path?.startsWith('/') ? { icon: path.slice(1) } : {}
}

/** Returns the name of this site from the metadata that every page has. */
function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? window.location.host
}
