import type { Adapter } from '@solana/wallet-adapter-base'
import { Button } from '@/components/ui/button'
import { focus } from '@/components/ui/focus'
import { ShortAddress } from '@/components/ui/short-address'
import { useTexts } from '@/components/texts'
import type { ChosenWallet } from './chosen-wallet'
import { WalletCard } from './wallet-card'
import { WalletIcon } from './wallet-row'

/** The connected wallet, and the button to use another one. */
export function ConnectedWallet({
  wallet,
  chosen,
  isDisabled,
  changeWallet,
}: {
  wallet: Pick<Adapter, 'icon'> & { name: string }
  chosen: ChosenWallet
  isDisabled: boolean
  changeWallet: () => void
}) {
  const t = useTexts()
  return (
    <WalletCard
      icon={<WalletIcon icon={wallet.icon} />}
      title={
        <h2 ref={focus} tabIndex={-1} className="font-medium">
          <bdi>{wallet.name}</bdi> <span className="sr-only">{t('wallet.isConnected')}</span>
        </h2>
      }
      action={
        <Button look="quiet" isBusy={isDisabled} onClick={isDisabled ? undefined : changeWallet}>
          {t('wallet.change')}
        </Button>
      }
    >
      <ShortAddress address={chosen.address} />
    </WalletCard>
  )
}
