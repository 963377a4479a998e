'use client'

import { classNames } from '@/components/ui/class-names'
import { focus } from '@/components/ui/focus'
import { phoneIcon, plusIcon } from '@/components/ui/icon'
import { useIsSending } from '@/components/ui/native-form'
import { storedAtLoad, useAtLoad } from '@/components/ui/at-load'
import { useTexts } from '@/components/texts'
import type { WalletId } from '@/lib/wallets'
import { hasUnregisteredWallet, lastWalletKey, useDetectedWallets } from './detected-wallets'
import type { Pressed } from './chosen-wallet'
import type { Picker } from './use-picker'
import type { OtherWays } from './wallet-app-rows'
import { WalletRow } from './wallet-row'

const lastUsedId = 'last-used'

/**
 * The registered wallets, which need no adapters, and the other ways. The server renders the page for a browser with
 * and without a wallet, and the styles show one (`early-wallets.tsx`).
 */
export function WalletChoice({ picker, ways, ids }: { picker: Picker; ways: OtherWays; ids: readonly WalletId[] }) {
  const { state, parts, open, prefetch } = picker
  const t = useTexts()
  const isSending = useIsSending()
  const last = useAtLoad(() => storedAtLoad('localStorage', lastWalletKey))
  const rank = ({ name }: { name: string }) => (name === last ? 0 : 1)
  const wallets = useDetectedWallets().toSorted((one, other) => rank(one) - rank(other))
  // Unknown until the page has loaded.
  const isMore = useAtLoad(() => hasUnregisteredWallet(wallets))
  const isUnknown = isMore === null
  const hasWallets = wallets.length > 0
  const isPhone = !!ways.rows
  const isLoading = state.kind === 'loading'
  const rowFor = (pressed: Pressed | 'more') => ({
    isBusy: isLoading && state.pressed === pressed,
    isDisabled: isLoading || isSending,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => void open(pressed),
  })
  return (
    <div className="grid gap-2">
      {state.kind === 'failed' && (
        <p ref={focus} role="alert" tabIndex={-1} data-part="notice" className="text-warning">
          {t('wallet.unavailable.title')}
          <br />
          {t('wallet.unavailable.text')}
        </p>
      )}
      {ways.title && <h2 className="text-sm text-muted">{ways.title}</h2>}
      {(hasWallets || isMore !== false || isPhone) && (
        <ul
          aria-label={t.plain('wallet.choose')}
          className={classNames('grid gap-2', isUnknown && !isPhone && 'no-wallet:hidden')}
        >
          {wallets.map((wallet, index) => (
            // Two wallets may have the same name.
            <li key={`${wallet.name} ${index}`}>
              <WalletRow
                icon={wallet.icon}
                {...(wallet.name === last && { 'aria-label': last, 'aria-describedby': lastUsedId })}
                {...rowFor(wallet)}
              >
                <bdi>{wallet.name}</bdi>
                {wallet.name === last && (
                  <span id={lastUsedId} className="text-xs font-normal text-muted">
                    {t('wallet.lastUsed')}
                  </span>
                )}
              </WalletRow>
            </li>
          ))}
          {/* As high as the rows that replace it. */}
          {isUnknown && <li aria-hidden className="wallet-space" />}
          {!hasWallets && ways.rows}
          {!hasWallets && ways.hasAnyApp && (
            <li className="has-wallet:hidden noscript:hidden">
              <WalletRow ownIcon={phoneIcon} {...rowFor('any_app')}>
                {t('wallet.anyApp')}
              </WalletRow>
            </li>
          )}
          {isMore && (
            <li>
              {parts ? (
                <parts.MoreWallets ids={ids} rowFor={rowFor} />
              ) : (
                <WalletRow ownIcon={plusIcon} {...rowFor('more')}>
                  {t('wallet.more')}
                </WalletRow>
              )}
            </li>
          )}
          {(hasWallets || isUnknown || isPhone) && ways.folded && <li>{ways.folded}</li>}
        </ul>
      )}
      {!hasWallets && !isPhone && (
        <div
          className={classNames(
            'grid gap-2 noscript:hidden',
            !ways.title && 'first-way',
            isUnknown && 'has-wallet:hidden',
          )}
        >
          {ways.unfolded}
        </div>
      )}
    </div>
  )
}
