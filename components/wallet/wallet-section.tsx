'use client'

import { useState, type ComponentType, type ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { focus } from '@/components/ui/focus'
import type { WalletSessionProps } from '@/components/wallet/wallet-session'
import { walletMessages } from '@/lib/messages/wallet'

const messages = walletMessages.section

/** The adapters are several times the page's own scripts: they come as the user reaches for the button. */
const loadPicker = () => import('@/components/wallet/wallet-picker')

/**
 * The user's wallet: one of this browser, and below it the address as `children` show it. Before the
 * button is pressed no wallet is asked anything; without scripts there is no button, since nothing could
 * answer it.
 */
export function WalletSection({ children, ...props }: WalletSessionProps & { children: ReactNode }) {
  const [Picker, setPicker] = useState<ComponentType<WalletSessionProps> | null>(null)
  const [loading, setLoading] = useState<'no' | 'yes' | 'failed'>('no')

  async function open() {
    if (loading === 'yes') return
    setLoading('yes')
    try {
      const { WalletPicker } = await loadPicker()
      setPicker(() => WalletPicker)
    } catch {
      setLoading('failed')
    }
  }

  const prefetch = () => {
    loadPicker().catch(() => {})
  }

  return (
    <section aria-labelledby="your-wallet" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="your-wallet" className="font-medium">
          {messages.title}
        </h2>
        <p className="text-muted noscript:hidden">{introOf(props)}</p>
        {props.isRequired && <p className="hidden text-muted noscript:block">{messages.needsScripts}</p>}
      </div>
      {Picker ? (
        <Picker {...props} />
      ) : (
        <>
          {loading === 'failed' && (
            <Alert ref={focus} tone="warning" title={messages.unavailable.title}>
              <p>{messages.unavailable.text}</p>
            </Alert>
          )}
          <Button
            isWide
            isBusy={loading === 'yes'}
            className="noscript:hidden"
            onPointerEnter={prefetch}
            onFocus={prefetch}
            onClick={() => void open()}
          >
            {loading === 'yes' ? messages.loading : messages.choose}
          </Button>
        </>
      )}
      {children}
    </section>
  )
}

function introOf({ lockedAddress, isRequired }: WalletSessionProps): string {
  if (lockedAddress !== null) return isRequired ? messages.intro.lockedRequired : messages.intro.lockedOptional
  return isRequired ? messages.intro.required : messages.intro.optional
}
