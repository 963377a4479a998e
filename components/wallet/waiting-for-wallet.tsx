import type { Adapter } from '@solana/wallet-adapter-base'
import type { RefCallback } from 'react'
import { Button } from '@/components/ui/button'
import { walletMessages } from '@/lib/messages/wallet'
import { WalletIcon } from './wallet-icon'

/** Shown while the wallet asks its user. Some wallets never respond, so the user can stop waiting. */
export function WaitingForWallet({
  headingRef,
  kind,
  wallet,
  stopWaiting,
}: {
  /** Moves the focus to the heading when it appears. */
  headingRef: RefCallback<HTMLElement> | undefined
  kind: 'connecting' | 'signing'
  wallet: Adapter
  stopWaiting: () => void
}) {
  const { title, text } = walletMessages[kind]
  return (
    <div className="grid gap-3 rounded-skin border border-line p-4">
      <div className="flex items-center gap-3">
        <WalletIcon icon={wallet.icon} />
        <h3 ref={headingRef} tabIndex={-1} data-wallet-waiting className="min-w-0 font-medium break-words">
          {title(wallet.name)}
        </h3>
      </div>
      <p role="status" className="text-muted">
        {text}
      </p>
      <Button look="secondary" onClick={stopWaiting}>
        {walletMessages.connecting.giveUp}
      </Button>
    </div>
  )
}
