'use client'

import { Alert } from '@/components/ui/alert'
import { classNames } from '@/components/ui/class-names'
import { focus } from '@/components/ui/focus'
import { walletIcon } from '@/components/ui/icon'
import { useIsSending } from '@/components/ui/native-form'
import { useAtLoad } from '@/components/ui/use-at-load'
import { useTexts } from '@/components/texts'
import { hasUnregisteredWallet, useDetectedWallets } from './detected-wallets'
import type { Picker } from './use-picker'
import type { PhoneWays } from './wallet-app-rows'
import type { WalletPickerProps } from './wallet-picker'
import { WalletRow } from './wallet-row'

export function WalletSection({
  picker,
  ...props
}: Omit<WalletPickerProps, 'first' | 'onFailed'> & { picker: Picker }) {
  const t = useTexts()
  const { state } = picker
  return (
    <div data-part="wallets" className="grid gap-3">
      {props.isRequired && <p className="needs-scripts">{t('wallet.needsScripts')}</p>}
      {state.kind === 'open' ? (
        <state.Picker {...props} first={state.wallet} onFailed={picker.fail} />
      ) : (
        <WalletChoice picker={picker} phone={props.phone} />
      )}
    </div>
  )
}

/**
 * The registered wallets, which need no adapters, with a button for the list of all. Without one, the apps of a phone;
 * on a desktop, a QR code and links to wallets. The server renders both, and the styles show one (`early-wallets.tsx`).
 */
export function WalletChoice({ picker: { state, open, prefetch }, phone }: { picker: Picker; phone: PhoneWays }) {
  const t = useTexts()
  const isSending = useIsSending()
  // Unknown until the page has loaded.
  const isMore = useAtLoad(hasUnregisteredWallet)
  const isUnknown = isMore === null
  const wallets = useDetectedWallets()
  const hasWallets = wallets.length > 0
  const isPhone = !!phone.rows
  const isLoading = state.kind === 'loading'
  const listIsLoading = isLoading && state.wallet === null
  const prefetching = { onPointerEnter: prefetch, onFocus: prefetch }
  return (
    <div className="grid gap-2">
      {state.kind === 'failed' && (
        <Alert ref={focus} tone="warning" title={t('wallet.unavailable.title')}>
          <p>{t('wallet.unavailable.text')}</p>
        </Alert>
      )}
      {(hasWallets || isMore !== false || isPhone) && (
        <div className={classNames('grid gap-2', isUnknown && !isPhone && 'no-wallet:hidden')}>
          <h2 className="text-sm text-muted">
            {hasWallets || (isUnknown && !isPhone) ? t('wallet.detected') : phone.title}
          </h2>
          <ul aria-label={t.plain('wallet.choose')} className="grid gap-2">
            {wallets.map((wallet, index) => (
              // Two wallets may have the same name.
              <li key={`${wallet.name} ${index}`}>
                <WalletRow
                  icon={wallet.icon}
                  isBusy={isLoading && state.wallet === wallet}
                  isDisabled={isLoading || isSending}
                  {...prefetching}
                  onClick={() => void open(wallet)}
                >
                  <bdi>{wallet.name}</bdi>
                </WalletRow>
              </li>
            ))}
            {/* As high as the rows that replace it. */}
            {isUnknown && <li aria-hidden className="wallet-space" />}
            {!hasWallets && phone.rows}
            <li className="noscript:hidden">
              <WalletRow
                ownIcon={walletIcon}
                isBusy={listIsLoading}
                isDisabled={isLoading || isSending}
                {...prefetching}
                onClick={() => void open(null)}
              >
                {listIsLoading ? t('wallet.loading') : t('wallet.more')}
              </WalletRow>
            </li>
          </ul>
        </div>
      )}
      {!hasWallets && !isPhone && (
        <div className={classNames('grid gap-3 noscript:hidden', isUnknown && 'has-wallet:hidden')}>
          {phone.code && <h2 className="-mb-1 text-sm text-muted">{phone.title}</h2>}
          {phone.code}
          {phone.missing}
        </div>
      )}
    </div>
  )
}
