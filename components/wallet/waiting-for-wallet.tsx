import type { Adapter } from '@solana/wallet-adapter-base'
import type { RefCallback } from 'react'
import { Button } from '@/components/ui/button'
import { WalletIcon } from '@/components/wallet/wallet-icon'
import { walletMessages } from '@/lib/messages/wallet'

/** While the wallet asks its user, with a way out: some never answer. */
export function WaitingForWallet({
  leadRef,
  kind,
  wallet,
  giveUp,
}: {
  /** Focuses the first thing to be read. */
  leadRef: RefCallback<HTMLElement> | undefined
  kind: 'connecting' | 'signing'
  wallet: Adapter
  giveUp: () => void
}) {
  const { title, text } = walletMessages[kind]
  return (
    <div className="grid gap-3 rounded-skin border border-line p-4">
      <div className="flex items-center gap-3">
        <WalletIcon icon={wallet.icon} />
        <h3 ref={leadRef} tabIndex={-1} className="min-w-0 font-medium break-words">
          {title(wallet.name)}
        </h3>
      </div>
      <p role="status" className="text-muted">
        {text}
      </p>
      <Button look="secondary" onClick={giveUp}>
        {walletMessages.connecting.giveUp}
      </Button>
    </div>
  )
}
