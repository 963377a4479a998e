'use client'

import { startTransition, useEffect, useState } from 'react'
import type { Pressed } from './chosen-wallet'

/** The adapters load later, because they are several times larger than the page's scripts. */
const load = () => import('./wallet-picker')

const prefetch = () => void load().catch(() => {})

type Parts = Awaited<ReturnType<typeof load>>

type PickerState =
  | { kind: 'closed' | 'failed' }
  | { kind: 'loading'; pressed: Pressed | 'more' }
  | ReturnType<Parts['openPicker']>

/**
 * @param lockedAddress - the account's fixed address, if it has one.
 * @param onOpen - called when the adapters have loaded.
 */
export function usePicker(lockedAddress: string | null, onOpen: () => void) {
  const [state, setState] = useState<PickerState>({ kind: 'closed' })
  const [parts, setParts] = useState<Parts | null>(null)

  const close = () => setState({ kind: 'closed' })

  async function open(pressed: Pressed | 'more'): Promise<void> {
    if (state.kind === 'loading') return
    setState({ kind: 'loading', pressed })
    try {
      const loaded = await load()
      // The page shows the press before the adapters render.
      startTransition(() => {
        setParts(loaded)
        if (pressed === 'more') return close()
        setState(loaded.openPicker(pressed, lockedAddress))
        onOpen()
      })
    } catch {
      setState({ kind: 'failed' })
    }
  }

  useEffect(() => whenIdle(prefetch), [])

  return { state, parts, open, close, prefetch }
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
