import type { Adapter } from '@solana/wallet-adapter-base'
import type { RefCallback } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { focus } from '@/components/ui/focus'
import { signatureFor, type ChosenWallet } from '@/components/wallet/chosen-wallet'
import { canSign } from '@/components/wallet/wallet-calls'
import { WalletIcon } from '@/components/wallet/wallet-icon'
import { walletMessages } from '@/lib/messages/wallet'

const messages = walletMessages.connected

/** The connected wallet: what signing is for, the button for it, and the way to another wallet. */
export function ConnectedWallet({
  leadRef,
  wallet,
  chosen,
  requestId,
  lockedAddress,
  isRequired,
  isDisabled,
  sign,
  changeWallet,
}: {
  /** Focuses the first thing to be read. */
  leadRef: RefCallback<HTMLElement> | undefined
  wallet: Adapter
  chosen: ChosenWallet
  requestId: string
  lockedAddress: string | null
  isRequired: boolean
  isDisabled: boolean
  sign: () => void
  changeWallet: () => void
}) {
  const isSigned = signatureFor(chosen, requestId) !== ''
  // Otherwise the form shows it in its field, or the message about another one than the account's.
  const isAddressShown = lockedAddress === null && isRequired
  const isRightAddress = lockedAddress === null || lockedAddress === chosen.address
  return (
    <div className="grid gap-3 rounded-skin border border-line p-4">
      <div className="flex items-center gap-3">
        <WalletIcon icon={wallet.icon} />
        <h3 ref={leadRef} tabIndex={-1} className="min-w-0 font-medium break-words">
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
        <Alert ref={focus} tone="success" title={walletMessages.signed.title}>
          <p>{walletMessages.signed.text}</p>
        </Alert>
      ) : (
        isRightAddress &&
        canSign(wallet) && (
          <>
            {chosen.proof && <p className="font-medium">{messages.outdated}</p>}
            <p className="text-muted">{messages.whatFor}</p>
            {!isRequired && <p className="text-muted">{messages.whatItAdds}</p>}
            <Button look="secondary" isBusy={isDisabled} onClick={isDisabled ? undefined : sign}>
              {messages.sign}
            </Button>
          </>
        )
      )}
      <Button look="quiet" isBusy={isDisabled} onClick={isDisabled ? undefined : changeWallet}>
        {messages.another}
      </Button>
    </div>
  )
}
