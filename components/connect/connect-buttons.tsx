import type { ComponentProps, ReactNode } from 'react'
import { Button, Spinner } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { CodeField } from '@/components/ui/field'
import { useIsSending } from '@/components/ui/native-form'
import type { WalletActivity } from '@/components/wallet/chosen-wallet'
import { useTexts } from '@/components/texts'

export const unsignedField = 'unsigned'

/**
 * The primary button. If a signature is possible but optional, a second button connects without it. During a wait,
 * `wait-countdown.tsx` says when the button comes.
 *
 * @param props.children - the field for an address.
 */
export function ConnectButtons(props: {
  /** Until the user can press again. 0 or null if that is now. */
  secondsLeft: number | null
  activity: WalletActivity
  isProofRequired: boolean
  isForTyping: boolean
  /** The wallet has signed, and the form is about to be sent. */
  isToBeSent: boolean
  className?: string
  children: ReactNode
}) {
  const { secondsLeft, activity, isProofRequired, isForTyping, isToBeSent, className, children } = props
  const t = useTexts()
  const isSending = useIsSending() || isToBeSent
  const canSign = activity.kind === 'can_sign'
  const canConnectUnsigned = canSign && !isProofRequired && !isSending && !secondsLeft
  return (
    <div data-part="actions" className={classNames('grid gap-2', className)}>
      {children}
      {canSign && <p className="why-sign text-center text-sm text-muted">{t('wallet.signing')}</p>}
      {!secondsLeft && (
        // Not `disabled`, because keyboard users must still be able to focus the button and read its text.
        <Button type="submit" look="primary" isBusy={isSending} className="wrap-anywhere">
          {isSending && <Spinner />}
          <span>{t(isSending ? 'confirm.connecting' : canSign ? 'confirm.signAndConnect' : 'confirm.connect')}</span>
        </Button>
      )}
      {canConnectUnsigned && (
        <Button
          type="submit"
          look="quiet"
          className="min-h-9"
          name={unsignedField}
          value="1"
          aria-describedby="unsigned"
        >
          {t('confirm.connectUnsigned')}
        </Button>
      )}
      {(canConnectUnsigned || isForTyping) && (
        <p id="unsigned" className="until-sent text-center text-sm text-muted">
          {t('wallet.unsigned')}
        </p>
      )}
      <p role="status" className="text-center text-sm text-muted empty:hidden">
        {isSending && t('confirm.connectingStatus')}
      </p>
    </div>
  )
}

/** While the user has chosen a wallet, the field is hidden and has the wallet's address. */
export function WalletAddressField(props: Omit<ComponentProps<typeof CodeField>, 'label'>) {
  const t = useTexts()
  return (
    <CodeField
      label={t('confirm.walletLabel')}
      name="wallet_address"
      dir="ltr"
      readOnly={useIsSending()}
      required
      // 44 characters fit. iOS would zoom into a text of less than 1 rem.
      className="min-h-12 sm:text-[0.8125rem]"
      {...props}
    />
  )
}
