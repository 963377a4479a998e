import type { ReactNode } from 'react'
import type { UserTexts } from '@/lib/messages/user-texts'
import { walletsOf, type WalletId } from '@/lib/wallets'
import { walletIconPath } from '@/lib/wallets/icon-path'
import { WalletIcon } from './wallet-row'

/** The listed wallets, for a user of a desktop whose browser has none. */
export function WalletsToGet({ t, ids }: { t: UserTexts; ids: readonly WalletId[] }) {
  if (ids.length === 0) return null
  return (
    <section aria-labelledby="wallets-to-get" className="grid gap-1">
      <h2 id="wallets-to-get" className="text-sm text-muted">
        {t('wallet.get')}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-1">
        {walletsOf(ids).map(({ id, name, installUrl }) => (
          <li key={id} className="grid">
            <LinkToMaker
              t={t}
              name={name}
              url={installUrl}
              className="grid content-start justify-items-center gap-1.5 rounded-skin px-1 py-1.5 text-center text-xs hover:bg-page"
            >
              <WalletIcon icon={walletIconPath(id)} />
              <bdi>{name}</bdi>
            </LinkToMaker>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A link to the site of a wallet's maker, or to a store, in a new tab. */
export function LinkToMaker({
  t,
  name,
  url,
  className,
  children,
}: {
  t: UserTexts
  name: string
  url: string
  className: string
  children: ReactNode
}) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${name}: ${t.plain('wallet.getIt')} ${t.plain('wallet.newTab')}`}
      className={className}
    >
      {children}
    </a>
  )
}
