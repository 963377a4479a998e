import type { Adapter } from '@solana/wallet-adapter-base'
import type { RefCallback } from 'react'
import { Button } from '@/components/ui/button'
import { useTexts } from '@/components/texts'
import { WalletCard } from './wallet-card'
import { WalletIcon } from './wallet-icon'

/** Shown while the wallet asks its user. Some wallets never respond, so the user can stop waiting. */
export function WaitingForWallet({
  headingRef,
  kind,
  wallet,
  stopWaiting,
}: {
  /** Moves the focus to the heading when it appears. */
  headingRef: RefCallback<HTMLElement> | undefined
  kind: 'connecting' | 'signing'
  wallet: Pick<Adapter, 'icon'> & { name: string }
  stopWaiting: () => void
}) {
  const t = useTexts()
  return (
    <WalletCard
      icon={<WalletIcon icon={wallet.icon} />}
      title={
        <h2 ref={headingRef} tabIndex={-1} data-wallet-waiting className="font-medium">
          {t('wallet.waiting', { wallet: wallet.name })}
        </h2>
      }
      action={
        <Button look="quiet" className="text-sm whitespace-nowrap" onClick={stopWaiting}>
          {t('wallet.stopWaiting')}
        </Button>
      }
    >
      <p role="status" className="text-sm text-muted">
        {kind === 'connecting' ? t('wallet.approve') : t('wallet.signText')}
      </p>
    </WalletCard>
  )
}
