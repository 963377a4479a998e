'use client'

import { WalletReadyState, type Adapter } from '@solana/wallet-adapter-base'
import { useWallet, type Wallet } from '@solana/wallet-adapter-react'
import { useId, type RefCallback } from 'react'
import { classNames } from '@/components/ui/class-names'
import { walletMessages } from '@/lib/messages/wallet'
import { isMobileWallet } from './mobile-wallet'
import { WalletIcon } from './wallet-icon'
import { walletStandardOnly } from './wallet-list'

const messages = walletMessages.list

/** A button for each wallet in this browser, and an install link for each listed wallet that is missing. */
export function WalletButtons({
  headingRef,
  isDisabled,
  onChoose,
}: {
  /** Moves the focus to the heading when it appears. */
  headingRef: RefCallback<HTMLElement> | undefined
  isDisabled: boolean
  onChoose: (adapter: Adapter) => void
}) {
  const { wallets } = useWallet()
  const available = wallets.filter(canConnect)
  const missing = wallets.filter((wallet) => !canConnect(wallet))
  return (
    <div className="grid gap-2">
      <h3 ref={headingRef} tabIndex={-1} id="wallets" className="font-medium">
        {messages.title}
      </h3>
      {available.length === 0 && <p className="text-muted">{messages.none}</p>}
      <ul aria-labelledby="wallets" className="grid gap-2">
        {available.map(({ adapter }, index) => (
          // Two wallets may have the same name.
          <li key={`${adapter.name} ${index}`}>
            <WalletButton adapter={adapter} isDisabled={isDisabled} choose={() => onChoose(adapter)} />
          </li>
        ))}
        {missing.map(({ adapter }) => (
          <li key={adapter.name}>
            <InstallLink adapter={adapter} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const itemClasses =
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
        itemClasses,
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

function InstallLink({ adapter }: { adapter: Adapter }) {
  return (
    <a
      href={adapter.url}
      target="_blank"
      rel="noopener noreferrer"
      className={classNames(itemClasses, 'border-line text-text')}
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
 * Whether pressing the button can connect the wallet. `Loadable` wallets cannot be connected: their adapters
 * would navigate to another site, away from the held link. The exception is the Mobile Wallet Adapter,
 * which reaches an app on the phone from this page.
 */
function canConnect({ adapter, readyState }: Wallet): boolean {
  if (isMobileWallet(adapter))
    return readyState === WalletReadyState.Loadable || readyState === WalletReadyState.Installed
  if (readyState !== WalletReadyState.Installed) return false
  return 'standard' in adapter || !walletStandardOnly.has(adapter.name)
}
