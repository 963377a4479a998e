import { Icon, moreIcon } from '@/components/ui/icon'
import type { UserTexts } from '@/lib/messages/user-texts'
import { installUrlFor, walletIconPath, walletsOf, type WalletId } from '@/lib/wallets'
import type { PhoneBrowser } from '@/lib/wallets/browsers'
import { WalletIcon } from './wallet-row'

/** Unfolds links to wallets that the browser does not have, on a phone to its store. */
export function WalletsToGet(props: { t: UserTexts; ids: readonly WalletId[]; phone: PhoneBrowser | undefined }) {
  const { t, ids, phone } = props
  return (
    <details className="text-sm">
      <summary className="button-muted flex min-h-9 cursor-pointer items-center justify-center gap-1 no-underline">
        {t('wallet.get')}
        <Icon path={moreIcon} className="size-4 [[open]>summary>&]:rotate-180" />
      </summary>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-1">
        {walletsOf(ids).map((wallet) => (
          <li key={wallet.id} className="grid">
            <a
              href={installUrlFor(wallet, phone)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`${wallet.name}: ${t.plain('wallet.getIt')} ${t.plain('wallet.newTab')}`}
              className="grid content-start justify-items-center gap-1 rounded-skin px-1 pt-1 text-center text-xs hover:bg-page"
            >
              <WalletIcon icon={walletIconPath(wallet.id)} />
              <bdi>{wallet.name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
