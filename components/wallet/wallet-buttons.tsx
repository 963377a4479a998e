'use client'

import { WalletReadyState, type Adapter } from '@solana/wallet-adapter-base'
import { useWallet, type Wallet } from '@solana/wallet-adapter-react'
import { useId, type RefCallback } from 'react'
import { classNames } from '@/components/ui/class-names'
import { isMobileWallet } from '@/components/wallet/mobile-wallet'
import { WalletIcon } from '@/components/wallet/wallet-icon'
import { usedOnlyAsRegistered } from '@/components/wallet/wallet-list'
import { walletMessages } from '@/lib/messages/wallet'

const messages = walletMessages.list

/** The wallets of this browser, each a button, and a link to each listed one that is missing. */
export function WalletButtons({
  leadRef,
  isDisabled,
  onChoose,
}: {
  /** Focuses the first thing to be read. */
  leadRef: RefCallback<HTMLElement> | undefined
  isDisabled: boolean
  onChoose: (adapter: Adapter) => void
}) {
  const { wallets } = useWallet()
  const ready = wallets.filter(isReady)
  const missing = wallets.filter((wallet) => !isReady(wallet))
  return (
    <div className="grid gap-2">
      <h3 ref={leadRef} tabIndex={-1} id="wallets" className="font-medium">
        {messages.title}
      </h3>
      {ready.length === 0 && <p className="text-muted">{messages.none}</p>}
      <ul aria-labelledby="wallets" className="grid gap-2">
        {ready.map(({ adapter }, index) => (
          // Two wallets may go by one name.
          <li key={`${adapter.name} ${index}`}>
            <WalletButton adapter={adapter} isDisabled={isDisabled} choose={() => onChoose(adapter)} />
          </li>
        ))}
        {missing.map(({ adapter }) => (
          <li key={adapter.name}>
            <LinkToWallet adapter={adapter} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const rowClasses =
  'flex min-h-14 w-full items-center gap-3 rounded-skin border px-3 py-2 text-start hover:border-accent'

function WalletButton({ adapter, isDisabled, choose }: { adapter: Adapter; isDisabled: boolean; choose: () => void }) {
  const id = useId()
  const hint = isMobileWallet(adapter) ? messages.phoneApp : null
  return (
    <button
      type="button"
      aria-disabled={isDisabled || undefined}
      aria-labelledby={`${id}-name`}
      aria-describedby={hint ? `${id}-hint` : undefined}
      onClick={isDisabled ? undefined : choose}
      className={classNames(
        rowClasses,
        'cursor-pointer border-control-line bg-surface transition-colors hover:text-accent',
        'aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
      )}
    >
      <WalletIcon icon={adapter.icon} />
      <span className="grid min-w-0">
        <span id={`${id}-name`} className="font-medium break-words">
          {adapter.name}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
    </button>
  )
}

function LinkToWallet({ adapter }: { adapter: Adapter }) {
  return (
    <a
      href={adapter.url}
      target="_blank"
      rel="noopener noreferrer"
      className={classNames(rowClasses, 'border-line text-text')}
    >
      <WalletIcon icon={adapter.icon} />
      <span className="grid min-w-0">
        <span className="break-words">{adapter.name}</span>{' '}
        <span className="text-sm text-accent underline underline-offset-2">
          {messages.missing} <span className="sr-only">{messages.newTab}</span>
        </span>
      </span>
    </a>
  )
}

/**
 * Whether a press can connect the wallet here and now. `Loadable` ones cannot: their adapters would take
 * the browser to another site, away from the link that is held; but the phone's app is reached from here.
 */
function isReady({ adapter, readyState }: Wallet): boolean {
  if (isMobileWallet(adapter))
    return readyState === WalletReadyState.Loadable || readyState === WalletReadyState.Installed
  if (readyState !== WalletReadyState.Installed) return false
  return 'standard' in adapter || !usedOnlyAsRegistered.has(adapter.name)
}
