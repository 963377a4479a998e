import type { UserTexts } from '@/lib/messages/user-texts'
import { WalletIcon } from './wallet-row'

type Link = Record<'name' | 'icon' | 'url', string>

/** Links to wallets that the browser does not have, by their makers. */
export function WalletsToGet({ t, wallets }: { t: UserTexts; wallets: readonly Link[] }) {
  if (wallets.length === 0) return null
  return (
    <section aria-labelledby="wallets-to-get" className="grid gap-1">
      <h2 id="wallets-to-get" className="text-sm text-muted">
        {t('wallet.get')}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-1">
        {wallets.map(({ name, icon, url }) => (
          <li key={name} className="grid">
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`${name}: ${t.plain('wallet.getIt')} ${t.plain('wallet.newTab')}`}
              className="grid content-start justify-items-center gap-1 rounded-skin px-1 py-1 text-center text-xs hover:bg-page"
            >
              <WalletIcon icon={icon} />
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
