'use client'

import { startTransition, useEffect, useState, type ComponentType } from 'react'
import type { CompiledMessages } from '@/lib/messages/texts'
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
      Picker: ComponentType<WalletSessionProps>
      messages: CompiledMessages
      wallet: DetectedWallet | null
    }

/** What has been asked for. A second press asks again where it did not come. */
let texts: Promise<CompiledMessages> | undefined

async function textsFrom(url: string): Promise<CompiledMessages> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(response.statusText)
  return response.json()
}

/** Loads the wallet adapters and their texts. */
function load(textsUrl: string) {
  texts ??= textsFrom(textsUrl)
  texts.catch(() => (texts = undefined))
  return Promise.all([import('./wallet-picker'), texts])
}

/** Begins to load what a press will need. */
const prefetch = (textsUrl: string) => void load(textsUrl).catch(() => {})

/**
 * Loads the wallet adapters: all of the list, or the wallet that was pressed.
 *
 * @param textsUrl - where their texts are.
 */
export function usePicker(textsUrl: string, onOpen: () => void) {
  const [state, setState] = useState<PickerState>({ kind: 'closed' })

  async function open(wallet: DetectedWallet | null): Promise<void> {
    if (state.kind === 'loading') return
    setState({ kind: 'loading', wallet })
    try {
      const [{ WalletPicker }, messages] = await load(textsUrl)
      // Not at once: the press is to be answered before the adapters take their time.
      startTransition(() => {
        setState({ kind: 'open', Picker: WalletPicker, messages, wallet })
        onOpen()
      })
    } catch {
      setState({ kind: 'failed' })
    }
  }

  useEffect(() => whenIdle(() => prefetch(textsUrl)), [textsUrl])

  return { state, open, prefetch: () => prefetch(textsUrl) }
}

export type Picker = ReturnType<typeof usePicker>
