import type { Ref } from 'react'
import { CodeField } from '@/components/ui/code-field'
import { Icon, walletIcon } from '@/components/ui/icon'
import { useIsSending } from '@/components/ui/native-form'
import { ShortAddress } from '@/components/ui/short-address'
import { WalletCard } from '@/components/wallet/wallet-card'
import type { WalletAddressProblem } from '@/lib/connect/wallet-address-shape'
import { useTexts } from '@/components/texts'

/** The address that the operator keeps, which is the only one that can be connected. */
export function LockedAddress({ address }: { address: string }) {
  return (
    <WalletCard
      icon={<Icon path={walletIcon} className="size-8 text-muted" />}
      title={<p className="font-medium">{useTexts()('confirm.lockedWallet')}</p>}
    >
      <ShortAddress address={address} />
    </WalletCard>
  )
}

/** The field for a wallet address. While a wallet is chosen it is not shown, and has that wallet's address. */
export function WalletAddressField({
  ref,
  typed,
  problem,
  onInput,
}: {
  ref: Ref<HTMLInputElement>
  /** What the user typed before the last press. */
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
