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
  | { kind: 'open'; Picker: ComponentType<WalletSessionProps>; wallet: DetectedWallet | null }

const load = () => import('./wallet-picker')

/** Begins to load what a press will need. */
const prefetch = () => void load().catch(() => {})

/** Loads the wallet adapters: all of the list, or the wallet that was pressed. */
export function usePicker(onOpen: () => void) {
  const [state, setState] = useState<PickerState>({ kind: 'closed' })

  async function open(wallet: DetectedWallet | null): Promise<void> {
    if (state.kind === 'loading') return
    setState({ kind: 'loading', wallet })
    try {
      const { WalletPicker } = await load()
      // Not at once: the press is to be answered before the adapters take their time.
      startTransition(() => {
        setState({ kind: 'open', Picker: WalletPicker, wallet })
        onOpen()
      })
    } catch {
      setState({ kind: 'failed' })
    }
  }

  useEffect(() => whenIdle(prefetch), [])

  return { state, open, prefetch }
}

export type Picker = ReturnType<typeof usePicker>
