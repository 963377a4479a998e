'use client'

import type { ReactNode } from 'react'
import { useHasWallet } from '@/components/wallet/use-has-wallet'

/** Shows its children until a wallet is found in this browser, as in a wallet app's own. */
export function UnlessWalletHere({ children }: { children: ReactNode }) {
  return useHasWallet() ? null : children
}
