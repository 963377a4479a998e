'use client'

import { startTransition, useEffect, useState, type ComponentType } from 'react'
import type { Pressed } from './chosen-wallet'
import type { WalletPickerProps } from './wallet-picker'

/** The adapters load later, because they are several times larger than the page's scripts. */
type PickerState =
  | { kind: 'closed' | 'failed' }
  | { kind: 'loading'; pressed: Pressed }
  | { kind: 'open'; pressed: Pressed; Picker: ComponentType<WalletPickerProps> }

const load = () => import('./wallet-picker')

const prefetch = () => void load().catch(() => {})

/** @param onOpen - called when the adapters have loaded. */
export function usePicker(onOpen: () => void) {
  const [state, setState] = useState<PickerState>({ kind: 'closed' })

  const fail = () => setState({ kind: 'failed' })

  async function open(pressed: Pressed): Promise<void> {
    if (state.kind === 'loading') return
    setState({ kind: 'loading', pressed })
    try {
      const { WalletPicker } = await load()
      // The page shows the press before the adapters render.
      startTransition(() => {
        setState({ kind: 'open', Picker: WalletPicker, pressed })
        onOpen()
      })
    } catch {
      fail()
    }
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
