'use client'

import { startTransition, useEffect, useState, type ComponentType } from 'react'
import type { DetectedWallet } from './detected-wallets'
import type { WalletPickerProps } from './wallet-picker'

/**
 * The adapters load later, because they are several times larger than the page's scripts. `wallet` is the pressed one,
 * or null for the button of the whole list.
 */
type PickerState =
  | { kind: 'closed' | 'failed' }
  | { kind: 'loading'; wallet: DetectedWallet | null }
  | { kind: 'open'; wallet: DetectedWallet | null; Picker: ComponentType<WalletPickerProps> }

const load = () => import('./wallet-picker')

const prefetch = () => void load().catch(() => {})

/** @param ask - called with `wallet` when the adapters have loaded, `address` when a wallet has broken the list. */
export function usePicker(ask: (what: 'wallet' | 'address') => void) {
  const [state, setState] = useState<PickerState>({ kind: 'closed' })

  async function open(wallet: DetectedWallet | null): Promise<void> {
    if (state.kind === 'loading') return
    setState({ kind: 'loading', wallet })
    try {
      const { WalletPicker } = await load()
      // The page shows the press before the adapters render.
      startTransition(() => {
        setState({ kind: 'open', Picker: WalletPicker, wallet })
        ask('wallet')
      })
    } catch {
      setState({ kind: 'failed' })
    }
  }

  function fail(): void {
    setState({ kind: 'failed' })
    ask('address')
  }

  useEffect(() => whenIdle(prefetch), [])

  return { state, open, fail, prefetch }
}

export type Picker = ReturnType<typeof usePicker>

/** Not on a slow connection or in data saver mode, if the browser reports that. */
export function whenIdle(call: () => void): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  if (connection?.saveData || /[23]g/.test(connection?.effectiveType ?? '')) return
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(call)
  else setTimeout(call, 2000)
}
