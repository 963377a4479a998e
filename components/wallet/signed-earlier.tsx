'use client'

import { Button } from '@/components/ui/button'
import { useTexts } from '@/components/texts'
import { walletIconPath, wallets } from '@/lib/wallets'
import { changeWalletForm, type ChosenWallet } from './chosen-wallet'
import { useDetectedWallets } from './detected-wallets'
import { WalletCard } from './wallet-card'
import { WalletMark } from './wallet-mark'

/** The wallet signed before the last press. The signature is still valid, so the page does not ask the wallet again. */
export default function SignedEarlier({ wallet }: { wallet: ChosenWallet }) {
  const t = useTexts()
  const detected = useDetectedWallets().find(({ name }) => name === wallet.name)
  const listed = wallets.find(({ name }) => name === wallet.name)
  const icon = detected?.icon ?? (listed && walletIconPath(listed.id))
  return (
    <>
      {icon && <WalletMark icon={icon} />}
      <WalletCard
        icon={icon}
        title={
          <>
            <h2 className="font-sans font-medium">
              <bdi>{wallet.name || t('wallet.yourWallet')}</bdi>
            </h2>
            <p role="status" className="text-sm text-success">
              {t('wallet.signed')}
            </p>
          </>
        }
        address={wallet.address}
        action={
          <Button type="submit" look="quiet" form={changeWalletForm}>
            {t('wallet.change')}
          </Button>
        }
      />
    </>
  )
}
