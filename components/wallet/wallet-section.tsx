'use client'

import { useIsSending } from '@/components/ui/native-form'
import { useTexts } from '@/components/texts'
import type { Picker } from './use-picker'
import { WalletChoice } from './wallet-choice'
import type { WalletSessionProps } from './wallet-session'

/** The section in which the user chooses a wallet, and then sees the chosen one. */
export function WalletSection({
  picker,
  ...props
}: Omit<WalletSessionProps, 'first' | 'isDisabled'> & { picker: Picker }) {
  const t = useTexts()
  const isDisabled = useIsSending()
  const { state } = picker
  return (
    <div data-part="wallets" className="grid gap-3">
      {props.isRequired && <p className="needs-scripts">{t('wallet.needsScripts')}</p>}
      {state.kind === 'open' ? (
        <state.Picker {...props} first={state.wallet} isDisabled={isDisabled} onFailed={picker.fail} />
      ) : (
        <WalletChoice picker={picker} phone={props.phone} isPrimary />
      )}
    </div>
  )
}
