'use client'

import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { walletMessages } from '@/lib/messages/wallet'
import type { ChosenWallet } from './chosen-wallet'

/** The wallet that signed before the last press: its signature is still good, so it is not asked again. */
export function SignedEarlier({ wallet, onAnother }: { wallet: ChosenWallet; onAnother: () => void }) {
  const { title, text } = walletMessages.signed
  return (
    <div className="grid gap-3 rounded-skin border border-line p-4">
      <Alert tone="success" title={title(wallet.name)}>
        <p>{text}</p>
        <p className="font-mono break-all">{wallet.address}</p>
      </Alert>
      <Button look="quiet" className="noscript:hidden" onClick={onAnother}>
        {walletMessages.connected.another}
      </Button>
    </div>
  )
}
