import type { Adapter } from '@solana/wallet-adapter-base'
import type { RefCallback } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { focus } from '@/components/ui/focus'
import { walletMessages } from '@/lib/messages/wallet'
import type { ChosenWallet } from './chosen-wallet'
import { canSign } from './wallet-calls'
import { WalletIcon } from './wallet-icon'

const messages = walletMessages.connected

/** The connected wallet: what signing is for, and the button to use another wallet. */
export function ConnectedWallet({
  headingRef,
  wallet,
  chosen,
  lockedAddress,
  isRequired,
  isDisabled,
  changeWallet,
}: {
  /** Moves the focus to the heading when it appears. */
  headingRef: RefCallback<HTMLElement> | undefined
  wallet: Adapter
  chosen: ChosenWallet
  lockedAddress: string | null
  isRequired: boolean
  isDisabled: boolean
  changeWallet: () => void
}) {
  const isSigned = chosen.signature !== null
  // In the other cases the address is shown by the form's field, or by the message about a wrong address.
  const isAddressShown = lockedAddress === null && isRequired
  const isRightAddress = lockedAddress === null || lockedAddress === chosen.address
  return (
    <div className="grid gap-3 rounded-skin border border-line p-4">
      <div className="flex items-center gap-3">
        <WalletIcon icon={wallet.icon} />
        <h3 ref={headingRef} tabIndex={-1} className="min-w-0 font-medium break-words">
          {messages.title(wallet.name)}
        </h3>
      </div>
      {isAddressShown && (
        <div>
          <p className="text-sm text-muted">{messages.address}</p>
          <p className="font-mono break-all">{chosen.address}</p>
        </div>
      )}
      {isSigned ? (
        <Alert ref={focus} tone="success" title={walletMessages.signed.title(wallet.name)}>
          <p>{walletMessages.signed.text}</p>
        </Alert>
      ) : (
        isRightAddress &&
        canSign(wallet) && (
          <>
            <p className="text-muted">{messages.whatFor}</p>
            {!isRequired && <p className="text-muted">{messages.whatItAdds}</p>}
          </>
        )
      )}
      <Button look="quiet" isBusy={isDisabled} onClick={isDisabled ? undefined : changeWallet}>
        {messages.another}
      </Button>
    </div>
  )
}
