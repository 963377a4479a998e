'use client'

import { useSyncExternalStore } from 'react'

/**
 * Reports whether the page had detected a wallet before the first paint. Null on the server, where this is unknown. See
 * `early-wallets.tsx`.
 */
export function useHadWallet(): boolean | null {
  return useSyncExternalStore(
    never,
    () => 'wallets' in document.documentElement.dataset,
    () => null,
  )
}

/** The state at the first paint does not change. */
const never = () => () => {}
