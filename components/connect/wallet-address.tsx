import type { Ref } from 'react'
import { Field } from '@/components/ui/field'
import { useIsSending } from '@/components/ui/native-form'
import type { ChosenWallet } from '@/components/wallet/chosen-wallet'
import type { WalletAddressProblem } from '@/lib/connect/wallet-address'
import { connectMessages } from '@/lib/messages/connect'
import { walletMessages } from '@/lib/messages/wallet'

const messages = connectMessages.confirm

/** The wallet address to connect: from the user's account, from a wallet, or typed by the user. */
export function WalletAddress({
  ref,
  lockedAddress,
  canType,
  chosen,
  typed,
  problem,
}: {
  ref: Ref<HTMLInputElement>
  lockedAddress: string | null
  canType: boolean
  chosen: ChosenWallet | null
  /** What the user typed before the last press. */
  typed: string
  problem: WalletAddressProblem | null
}) {
  const isSending = useIsSending()
  if (lockedAddress !== null) {
    return (
      <div className="grid gap-1.5">
        <p className="font-medium">{messages.walletLabel}</p>
        <p className="rounded-skin border border-line bg-page px-3 py-2 font-mono break-all">{lockedAddress}</p>
        <p className="text-sm text-muted">{messages.lockedWallet}</p>
      </div>
    )
  }
  if (!canType) return <input type="hidden" name="wallet_address" value={chosen?.address ?? ''} />
  return (
    <Field
      ref={ref}
      label={messages.walletLabel}
      hint={chosen ? walletMessages.connected.addressHint(chosen.name) : messages.walletHint}
      error={problem ? connectMessages.walletAddressProblem[problem] : undefined}
      name="wallet_address"
      defaultValue={typed}
      readOnly={isSending || chosen !== null}
      required
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      className="font-mono read-only:bg-page"
    />
  )
}
