import type { ReactNode, Ref } from 'react'
import { Button, Spinner } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { CodeField } from '@/components/ui/field'
import { useIsSending } from '@/components/ui/native-form'
import type { WalletActivity } from '@/components/wallet/chosen-wallet'
import { useTexts } from '@/components/texts'
import type { WalletAddressProblem } from '@/lib/connect/wallet-address-shape'
import type { UserTexts } from '@/lib/messages/user-texts'

export const unsignedField = 'unsigned'

/**
 * The primary button. If a signature is possible but optional, a second button connects without it.
 *
 * @param props.children - the field for an address.
 */
export function ConnectButtons(props: {
  /** Until the user can press again. 0 or null if that is now. */
  secondsLeft: number | null
  activity: WalletActivity
  isProofRequired: boolean
  /** Connect looks primary once the field has a valid address. */
  isForTyping: boolean
  className?: string
  children: ReactNode
}) {
  const { secondsLeft, activity, isProofRequired, isForTyping, className, children } = props
  const t = useTexts()
  const isSending = useIsSending()
  const isBusy = isSending || activity.kind === 'asking'
  const canConnectUnsigned = activity.kind === 'can_sign' && !isProofRequired && !isSending && !secondsLeft
  return (
    <div data-part="actions" className={classNames('grid gap-2', className)}>
      {children}
      {activity.kind !== 'none' && <p className="text-sm text-muted">{t('wallet.signing')}</p>}
      <Button
        type="submit"
        look="primary"
        isWide
        // Not `disabled`, because keyboard users must still be able to focus the button and read its text.
        isBusy={isBusy || !!secondsLeft}
        className={classNames('self-end wrap-anywhere', isForTyping && 'until-typed')}
      >
        {isBusy && <Spinner />}
        <span>{labelOf(t, isSending, secondsLeft, activity)}</span>
      </Button>
      {canConnectUnsigned && (
        <Button type="submit" look="quiet" name={unsignedField} value="1" aria-describedby="unsigned">
          {t('confirm.connectUnsigned')}
        </Button>
      )}
      {(canConnectUnsigned || isForTyping) && (
        <p
          id="unsigned"
          className={classNames('col-span-full text-sm text-muted', isForTyping ? 'once-typed' : '-mt-3 text-center')}
        >
          {t('wallet.unsigned')}
        </p>
      )}
      <p role="status" className="col-span-full text-center text-sm text-muted empty:hidden">
        {isSending && t('confirm.connectingStatus')}
      </p>
    </div>
  )
}

function labelOf(t: UserTexts, isSending: boolean, secondsLeft: number | null, activity: WalletActivity): ReactNode {
  if (isSending) return t('confirm.connecting')
  if (secondsLeft) {
    return secondsLeft > 120
      ? t('confirm.waitingButtonMinutes', { minutes: Math.ceil(secondsLeft / 60) })
      : t('confirm.waitingButton', { seconds: secondsLeft })
  }
  if (activity.kind === 'asking') return t('confirm.waitingForWallet', { wallet: activity.walletName })
  return activity.kind === 'can_sign' ? t('confirm.signAndConnect') : t('confirm.connect')
}

/** While the user has chosen a wallet, the field is hidden and has the wallet's address. */
export function WalletAddressField(props: {
  ref: Ref<HTMLInputElement>
  /** From before the last press. */
  typed: string
  problem: WalletAddressProblem | null | undefined
  /** The ID of the service's reason for refusing this address. */
  refusal: string | undefined
  onInput: (address: string) => void
}) {
  const { ref, typed, problem, refusal, onInput } = props
  const t = useTexts()
  return (
    <CodeField
      ref={ref}
      label={t('confirm.walletLabel')}
      error={problem ? t(`walletAddressProblem.${problem}`) : undefined}
      aria-invalid={refusal !== undefined || undefined}
      aria-describedby={refusal}
      name="wallet_address"
      dir="ltr"
      defaultValue={typed}
      readOnly={useIsSending()}
      required
      className="min-h-12"
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  )
}
