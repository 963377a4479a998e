'use client'

import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { focus } from '@/components/ui/focus'
import { walletIcon } from '@/components/ui/icon'
import { useIsSending } from '@/components/ui/native-form'
import { Spinner } from '@/components/ui/spinner'
import { useAtLoad } from '@/components/ui/use-at-load'
import { useTexts } from '@/components/texts'
import { useDetectedWallets } from './detected-wallets'
import type { PhoneWays } from './wallet-app-rows'
import type { Picker } from './use-picker'
import { RowContent, WalletRow } from './wallet-row'

/**
 * The wallets that have registered themselves in this browser, which needs no adapters. On a phone without such a
 * wallet, it lists the apps that can open this page. On a desktop without one, a QR code opens the link on a phone. A
 * button opens the list of all other wallets. The page calls no wallet before the user presses a row.
 *
 * The server renders both cases, and the styles show one of them. See `early-wallets.tsx`.
 */
export function WalletChoice({
  picker: { state, open, prefetch },
  phone,
  isPrimary,
}: {
  picker: Picker
  phone: PhoneWays
  /** Whether the page asks for a wallet. */
  isPrimary: boolean
}) {
  const t = useTexts()
  const isSending = useIsSending()
  // Whether this browser has wallets is unknown until the page has loaded.
  const isUnknown = useAtLoad(() => true) === null
  const wallets = useDetectedWallets()
  const hasWallets = wallets.length > 0
  const isPhone = !!phone.rows
  const isLoading = state.kind === 'loading'
  const listIsLoading = isLoading && state.wallet === null
  const openAll = () => void open(null)
  const prefetching = { onPointerEnter: prefetch, onFocus: prefetch }
  return (
    <div className="grid gap-2">
      {state.kind === 'failed' && (
        <Alert ref={focus} tone="warning" title={t('wallet.unavailable.title')}>
          <p>{t('wallet.unavailable.text')}</p>
        </Alert>
      )}
      <ul
        aria-label={t.plain('wallet.choose')}
        className={classNames('grid gap-2 empty:hidden', isUnknown && !isPhone && 'no-wallet:hidden')}
      >
        {wallets.map((wallet, index) => {
          const isBusy = isLoading && state.wallet === wallet
          return (
            // Two wallets may have the same name.
            <li key={`${wallet.name} ${index}`}>
              <WalletRow
                isBusy={isBusy}
                isDisabled={isLoading || isSending}
                {...prefetching}
                onClick={() => void open(wallet)}
              >
                <RowContent icon={wallet.icon} end={isBusy ? <Spinner /> : undefined}>
                  <bdi>{wallet.name}</bdi>
                </RowContent>
              </WalletRow>
            </li>
          )
        })}
        {/* As high as the rows that replace it. */}
        {isUnknown && <li aria-hidden className="wallet-space" />}
        {!hasWallets && phone.rows}
        {(hasWallets || isUnknown || isPhone) && (
          <li className={classNames('noscript:hidden', isUnknown && !isPhone && 'no-wallet:hidden')}>
            <WalletRow isBusy={isLoading} isDisabled={isSending} {...prefetching} onClick={openAll}>
              <RowContent ownIcon={walletIcon} end={listIsLoading ? <Spinner /> : undefined}>
                {listIsLoading ? t('wallet.loading') : t('wallet.more')}
              </RowContent>
            </WalletRow>
          </li>
        )}
      </ul>
      {!hasWallets && !isPhone && (
        <>
          <Button
            isWide
            look={isPrimary ? 'primary' : 'secondary'}
            isBusy={isLoading}
            className={classNames('min-h-12 noscript:hidden', isUnknown && 'has-wallet:hidden')}
            {...prefetching}
            onClick={isSending ? undefined : openAll}
          >
            {listIsLoading ? t('wallet.loading') : t('wallet.choose')}
          </Button>
          <div className={classNames('noscript:hidden', isUnknown && 'has-wallet:hidden')}>{phone.code}</div>
        </>
      )}
    </div>
  )
}
