'use client'

import type { ReactNode } from 'react'
import { useHasWallet } from './use-has-wallet'

/** Shows its children unless a wallet is found in this browser, as it is in a wallet app's in-app browser. */
export function IfNoWallet({ children }: { children: ReactNode }) {
  return useHasWallet() ? null : children
}
