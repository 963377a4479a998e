'use client'

import { WalletReadyState, type Adapter } from '@solana/wallet-adapter-base'
import { useWallet, WalletProvider, type Wallet } from '@solana/wallet-adapter-react'
import { CoinbaseWalletAdapter, PhantomWalletAdapter, TrustWalletAdapter } from '@solana/wallet-adapter-wallets'
import { useId, useMemo, useState } from 'react'
import { focus } from '@/components/ui/focus'
import { useIsSending } from '@/components/ui/native-form'
import { useTexts } from '@/components/texts'
import { walletIconPath, type WalletId, walletsOf } from '@/lib/wallets'
import { useDetectedWallets } from './detected-wallets'
import { hasMobileAdapter, isMobileWallet, mobileWalletAdapter } from './mobile-wallet'
import { isSameWallet, makeAdapter } from './standard-adapters'
import type { PhoneWays } from './wallet-app-rows'
import { WalletRow } from './wallet-row'
import { WalletsToGet } from './wallets-to-get'

type Listed = ReturnType<typeof walletsOf>[number]

interface WalletListProps {
  ids: readonly WalletId[]
  /** The account to use, if a wallet lists it. */
  preferredAddress: string | null
  phone: PhoneWays
  /** Whether the chosen wallet has no account to connect. */
  hasNoAccount: boolean
  onChoose: (adapter: Adapter) => void
}

/**
 * All wallets, with new adapters each time. It never calls `select()` of `WalletProvider`, which would store the
 * wallet's name in `localStorage`.
 */
export function WalletList({ ids, preferredAddress, ...props }: WalletListProps) {
  const [{ listed, unregistered }] = useState(() => {
    const usable = walletsOf(ids).flatMap(withAdapters)
    const own = usable.flatMap((wallet) => wallet.adapters)
    return { listed: usable, unregistered: [...own, mobileWalletAdapter(preferredAddress)] }
  })
  const detected = useDetectedWallets()
  const adapters = useMemo(() => {
    const standard = detected.flatMap((wallet) => makeAdapter(wallet, preferredAddress) ?? [])
    const isStandard = ({ name }: Adapter) => standard.some((adapter) => isSameWallet(adapter.name, name))
    return [...standard, ...unregistered.filter((adapter) => !isStandard(adapter))]
  }, [detected, preferredAddress, unregistered])
  return (
    <WalletProvider wallets={adapters} autoConnect={false} localStorageKey="subnet-connect-wallet">
      <WalletRows {...props} listed={listed} />
    </WalletProvider>
  )
}

/**
 * For wallets that do not register themselves. Backpack has no adapter. Solflare's opens a frame of solflare.com, which
 * the Content-Security-Policy forbids.
 */
const adapterClasses: { [Id in WalletId]?: new () => Adapter } = {
  phantom: PhantomWalletAdapter,
  coinbase: CoinbaseWalletAdapter,
  trust: TrustWalletAdapter,
}

/**
 * A listed wallet with its adapter, if there is one, under our name and icon. Empty if a broken extension throws: the
 * constructors search the browser for the wallets.
 */
function withAdapters(wallet: Listed): (Listed & { adapters: Adapter[] })[] {
  const AdapterClass = adapterClasses[wallet.id]
  const own = { name: wallet.name, icon: walletIconPath(wallet.id) } as Partial<Adapter>
  try {
    return [{ ...wallet, adapters: AdapterClass ? [Object.assign(new AdapterClass(), own)] : [] }]
  } catch {
    return []
  }
}

/**
 * The wallets of this browser, the apps of a phone, and install links for the other listed ones. A browser with a
 * wallet gets no other ways, unless that wallet has no account.
 */
function WalletRows(props: Pick<WalletListProps, 'phone' | 'hasNoAccount' | 'onChoose'> & { listed: Listed[] }) {
  const { listed, phone, hasNoAccount, onChoose } = props
  const t = useTexts()
  const { wallets } = useWallet()
  const own = wallets.filter(({ readyState }) => readyState === WalletReadyState.Installed)
  const hasOtherWays = own.length === 0 || hasNoAccount
  const available = hasOtherWays ? wallets.filter(canConnect) : own
  const rows = hasOtherWays && phone.rows
  const offered = [...available.map(({ adapter }) => adapter), ...(rows ? phone.apps : [])]
  const missing = listed.filter(({ name }) => !offered.some((one) => isSameWallet(one.name, name)))
  return (
    <div className="grid gap-2">
      <h2 ref={focus} tabIndex={-1} id="wallets" className="font-medium">
        {t('wallet.choose')}
      </h2>
      <ul aria-labelledby="wallets" className="grid gap-2">
        {available.map(({ adapter }, index) => (
          // Two wallets may have the same name.
          <li key={`${adapter.name} ${index}`}>
            <WalletButton adapter={adapter} choose={() => onChoose(adapter)} />
          </li>
        ))}
        {rows}
        {hasOtherWays && !rows && phone.code && <li>{phone.code}</li>}
        <li className="empty:hidden">
          <WalletsToGet t={t} wallets={missing} userAgent={navigator.userAgent} />
        </li>
      </ul>
    </div>
  )
}

function WalletButton({ adapter, choose }: { adapter: Adapter; choose: () => void }) {
  const t = useTexts()
  const id = useId()
  const hint = isMobileWallet(adapter) && { 'aria-labelledby': `${id}-name`, 'aria-describedby': `${id}-hint` }
  return (
    <WalletRow icon={adapter.icon} isDisabled={useIsSending()} {...hint} onClick={choose}>
      <bdi id={`${id}-name`}>{adapter.name}</bdi>
      {hint && (
        <span id={`${id}-hint`} className="text-sm font-normal text-muted">
          {t('wallet.phoneApp')}
        </span>
      )}
    </WalletRow>
  )
}

/**
 * Whether a press can connect the wallet. Except the Mobile Wallet Adapter, a `Loadable` adapter would leave the page.
 */
function canConnect({ adapter, readyState }: Wallet): boolean {
  return isMobileWallet(adapter) ? hasMobileAdapter() : readyState === WalletReadyState.Installed
}
