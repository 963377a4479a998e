import {
  createDefaultAddressSelector,
  SolanaMobileWalletAdapter,
  SolanaMobileWalletAdapterWalletName,
  type AuthorizationResultCache,
} from '@solana-mobile/wallet-adapter-mobile'
import type { Adapter } from '@solana/wallet-adapter-base'
import { brand } from '@/lib/brand'

/**
 * Solana's Mobile Wallet Adapter, which reaches the wallet apps of an Android phone; on anything else it
 * finds itself unsupported. Made here, since the one that `WalletProvider` would add by itself keeps its
 * authorization in `localStorage`, and answers a missing app with a dialog that loads a font of a third
 * party.
 */
export function mobileWalletAdapter(): Adapter {
  return new SolanaMobileWalletAdapter({
    addressSelector: createDefaultAddressSelector(),
    appIdentity: { name: brand.name, uri: window.location.origin },
    authorizationResultCache: cacheUntilPageCloses(),
    chain: 'solana:mainnet',
    onWalletNotFound: async () => {},
  })
}

/** Whether this is the adapter above. */
export function isMobileWallet(adapter: Adapter): boolean {
  return adapter.name === SolanaMobileWalletAdapterWalletName
}

function cacheUntilPageCloses(): AuthorizationResultCache {
  let kept: Awaited<ReturnType<AuthorizationResultCache['get']>>
  return {
    async get() {
      return kept
    },
    async set(authorization) {
      kept = authorization
    },
    async clear() {
      kept = undefined
    },
  }
}

/**
 * Chrome asks its user before a page may reach other apps on the same phone. The question must be
 * answered before the wallet app comes to the foreground, where nobody would see it; the adapter has a
 * dialog of its own for that, which loads a font of a third party, so it is never let come to it.
 *
 * @returns `asked` where leave has only just been given: the wallet app opens at a press, not later.
 */
export async function leaveToReachApps(): Promise<'given' | 'asked' | 'refused'> {
  let permission: PermissionStatus
  try {
    permission = await navigator.permissions.query({ name: 'loopback-network' as PermissionName })
  } catch {
    // A browser that knows no such permission asks nobody.
    return 'given'
  }
  if (permission.state === 'granted') return 'given'
  if (permission.state === 'prompt') {
    // Whether anything answers does not matter: asking for the address makes the browser ask its user.
    await fetch('http://localhost', { mode: 'no-cors' }).catch(() => {})
  }
  return isGranted(permission) ? 'asked' : 'refused'
}

/** The status is a live object, which the compiler does not know. */
function isGranted(permission: PermissionStatus): boolean {
  return permission.state === 'granted'
}
