'use client'

import { startTransition, useEffect, useState, type ComponentType } from 'react'
import { Alert } from '@/components/ui/alert'
import { classNames } from '@/components/ui/class-names'
import { focus } from '@/components/ui/focus'
import { walletIcon } from '@/components/ui/icon'
import { useIsSending } from '@/components/ui/native-form'
import { useAtLoad } from '@/components/ui/use-at-load'
import { useTexts } from '@/components/texts'
import { hasUnregisteredWallet, useDetectedWallets, type DetectedWallet } from './detected-wallets'
import type { PhoneWays } from './wallet-app-rows'
import type { WalletPickerProps } from './wallet-picker'
import { WalletRow } from './wallet-row'

/** The section in which the user chooses a wallet, and then sees the chosen one. */
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
 * The wallets that have registered themselves in this browser, which needs no adapters, with a button for the list of
 * all wallets. On a phone without such a wallet, it lists the apps that can open this page. On a desktop without one, a
 * QR code opens the link on a phone, and links lead to wallets. The page calls no wallet before the user presses a row.
 *
 * The server renders both cases, and the styles show one of them. See `early-wallets.tsx`.
 */
export function WalletChoice({ picker: { state, open, prefetch }, phone }: { picker: Picker; phone: PhoneWays }) {
  const t = useTexts()
  const isSending = useIsSending()
  // Whether this browser has wallets is unknown until the page has loaded.
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

/**
 * The state of the wallet adapters. The page loads them later, because they are several times larger than its own
 * scripts. `wallet` is the pressed wallet, or null for the button of the whole list.
 */
type PickerState =
  | { kind: 'closed' | 'failed' }
  | { kind: 'loading'; wallet: DetectedWallet | null }
  | { kind: 'open'; wallet: DetectedWallet | null; Picker: ComponentType<WalletPickerProps> }

const load = () => import('./wallet-picker')

/** Preloads what a press will need. */
const prefetch = () => void load().catch(() => {})

/**
 * Loads the wallet adapters, for the whole list or the pressed wallet.
 *
 * @param ask - called with the input that the page asks for now: a wallet when the adapters have loaded, an address when
 *   a wallet has broken the list.
 */
export function usePicker(ask: (what: 'wallet' | 'address') => void) {
  const [state, setState] = useState<PickerState>({ kind: 'closed' })

  async function open(wallet: DetectedWallet | null): Promise<void> {
    if (state.kind === 'loading') return
    setState({ kind: 'loading', wallet })
    try {
      const { WalletPicker } = await load()
      // As a transition, so that the page shows the press before the adapters render.
      startTransition(() => {
        setState({ kind: 'open', Picker: WalletPicker, wallet })
        ask('wallet')
      })
    } catch {
      setState({ kind: 'failed' })
    }
  }

  function fail(): void {
    setState({ kind: 'failed' })
    ask('address')
  }

  useEffect(() => whenIdle(prefetch), [])

  return { state, open, fail, prefetch }
}

type Picker = ReturnType<typeof usePicker>

/**
 * Calls a function when the page has nothing else to do. It does not call it on a slow connection or in data saver
 * mode, if the browser reports that.
 */
export function whenIdle(call: () => void): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  if (connection?.saveData || /[23]g/.test(connection?.effectiveType ?? '')) return
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(call)
  else setTimeout(call, 2000)
}
