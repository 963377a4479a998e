import type { Ref } from 'react'
import { CodeField } from '@/components/ui/code-field'
import { useIsSending } from '@/components/ui/native-form'
import type { WalletAddressProblem } from '@/lib/connect/wallet-address-shape'
import { useTexts } from '@/components/texts'

/**
 * The field for a wallet address. While the user has chosen a wallet, the field is hidden and contains the wallet's
 * address.
 */
export function WalletAddressField({
  ref,
  typed,
  problem,
  onInput,
}: {
  ref: Ref<HTMLInputElement>
  /** The text that the user typed before the last press. */
  typed: string
  problem: WalletAddressProblem | null
  onInput: (address: string) => void
}) {
  const t = useTexts()
  return (
    <CodeField
      ref={ref}
      label={t('confirm.walletLabel')}
      error={problem ? t(`walletAddressProblem.${problem}`) : undefined}
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
