import { Button } from '@/components/ui/button'
import { useIsSending } from '@/components/ui/native-form'
import type { WalletActivity } from '@/components/wallet/chosen-wallet'
import { connectMessages } from '@/lib/messages/connect'

const messages = connectMessages.confirm

/** The buttons of the form: one primary, and with a wallet the way to connect without its signature. */
export function ConnectButtons({
  secondsLeft,
  activity,
  isProofRequired,
  unsignedField,
}: {
  /** Until Connect can be pressed again; null if it can be pressed now. */
  secondsLeft: number | null
  activity: WalletActivity
  isProofRequired: boolean
  /** The name of the button that connects without a signature. */
  unsignedField: string
}) {
  const isSending = useIsSending()
  const isBusy = isSending || activity.kind === 'asking'
  return (
    <div className="grid gap-3">
      <Button type="submit" look="primary" isWide isBusy={isBusy} disabled={secondsLeft !== null && !isSending}>
        {labelOf(isSending, secondsLeft, activity)}
      </Button>
      {activity.kind === 'can_sign' && !isProofRequired && !isSending && secondsLeft === null && (
        <Button type="submit" look="quiet" name={unsignedField} value="1">
          {messages.connectUnsigned}
        </Button>
      )}
      <p role="status" className="text-center text-sm text-muted empty:hidden">
        {isSending ? messages.connectingStatus : ''}
      </p>
    </div>
  )
}

function labelOf(isSending: boolean, secondsLeft: number | null, activity: WalletActivity): string {
  if (isSending) return messages.connecting
  if (secondsLeft !== null) return messages.waitingButton(secondsLeft)
  if (activity.kind === 'asking') return messages.waitingForWallet(activity.walletName)
  return activity.kind === 'can_sign' ? messages.signAndConnect : messages.connect
}
