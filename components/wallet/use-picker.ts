'use client'

import { startTransition, useEffect, useState, type ComponentType } from 'react'
import type { DetectedWallet } from './detected-wallets'
import type { WalletSessionProps } from './wallet-session'
import { whenIdle } from './when-idle'

/** Where the wallet adapters are: they are several times larger than the page's own scripts, so they come later. */
type PickerState =
  | { kind: 'closed' | 'failed' }
  /** `wallet` is the one that was pressed, or null if it was the button for the whole list. */
  | { kind: 'loading'; wallet: DetectedWallet | null }
  | {
      kind: 'open'
      Picker: ComponentType<WalletSessionProps & { onFailed: () => void }>
      wallet: DetectedWallet | null
    }

const load = () => import('./wallet-picker')

/** Begins to load what a press will need. */
const prefetch = () => void load().catch(() => {})

/**
 * Loads the wallet adapters: all of the list, or the wallet that was pressed.
 *
 * @param ask - called with what the page asks for now: a wallet as the list opens, an address where a wallet has made
 * the list fail.
 */
export function usePicker(ask: (what: 'wallet' | 'address') => void) {
  const [state, setState] = useState<PickerState>({ kind: 'closed' })

  async function open(wallet: DetectedWallet | null): Promise<void> {
    if (state.kind === 'loading') return
    setState({ kind: 'loading', wallet })
    try {
      const { WalletPicker } = await load()
      // Not at once: the press is to be answered before the adapters take their time.
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
