'use client'

import { useState, type ComponentType, type ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { focus } from '@/components/ui/focus'
import { useIsSending } from '@/components/ui/native-form'
import { walletMessages } from '@/lib/messages/wallet'
import type { WalletSessionProps } from './wallet-session'

type WalletSectionProps = Omit<WalletSessionProps, 'isDisabled'>

const messages = walletMessages.section

const titleId = 'your-wallet'

/** The adapters are several times larger than the page's own scripts, so they are loaded on demand. */
const loadPicker = () => import('./wallet-picker')

/**
 * Where the user chooses a wallet in this browser, with the address below it (`children`). No wallet is
 * called before the button is pressed. Without JavaScript the button is hidden, since it could do nothing.
 */
export function WalletSection({
  isHidden,
  children,
  ...props
}: WalletSectionProps & {
  /** Whether the wallet that has signed earlier is shown instead. */
  isHidden: boolean
  children: ReactNode
}) {
  const isDisabled = useIsSending()
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

  const chooseButton = (
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
  )

  // One element around the address in every case: it would lose what is in its field if it moved.
  return (
    <section aria-labelledby={isHidden ? undefined : titleId} className="grid gap-4">
      {!isHidden && (
        <>
          <div className="grid gap-1">
            <h2 id={titleId} className="font-medium">
              {messages.title}
            </h2>
            <p className="text-muted noscript:hidden">{introOf(props)}</p>
            {props.isRequired && <p className="hidden text-muted noscript:block">{messages.needsScripts}</p>}
          </div>
          {Picker ? <Picker {...props} isDisabled={isDisabled} /> : chooseButton}
        </>
      )}
      {children}
    </section>
  )
}

function introOf({ lockedAddress, isRequired }: WalletSectionProps): string {
  if (lockedAddress !== null) return isRequired ? messages.intro.lockedRequired : messages.intro.lockedOptional
  return isRequired ? messages.intro.required : messages.intro.optional
}
