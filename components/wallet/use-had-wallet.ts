'use client'

import { useSyncExternalStore } from 'react'

/** Whether a wallet was there before the page was painted. Null on the server, where nobody knows. See `early-wallets.tsx`. */
export function useHadWallet(): boolean | null {
  return useSyncExternalStore(
    never,
    () => 'wallets' in document.documentElement.dataset,
    () => null,
  )
}

/** What was there first does not change: there is nothing to listen to. */
const never = () => () => {}
