import { Icon, walletIcon } from '@/components/ui/icon'
import { ShortAddress } from '@/components/ui/short-address'
import { WalletCard } from '@/components/wallet/wallet-card'
import type { UserTexts } from '@/lib/messages/user-texts'

/** The fixed address of the user's account. The user can connect no other one. */
export function LockedAddress({ t, address }: { t: UserTexts; address: string }) {
  return (
    <WalletCard
      icon={<Icon path={walletIcon} className="size-8 text-muted" />}
      title={<p className="font-medium">{t('confirm.lockedWallet')}</p>}
    >
      <ShortAddress address={address} />
    </WalletCard>
  )
}
