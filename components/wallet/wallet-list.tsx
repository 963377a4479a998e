'use client'

import { WalletReadyState, type Adapter } from '@solana/wallet-adapter-base'
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { CoinbaseWalletAdapter, PhantomWalletAdapter, TrustWalletAdapter } from '@solana/wallet-adapter-wallets'
import { useMemo, useState } from 'react'
import { focus } from '@/components/ui/focus'
import { useIsSending } from '@/components/ui/native-form'
import { useTexts } from '@/components/texts'
import { walletIconPath, type WalletId, walletsOf } from '@/lib/wallets'
import { useDetectedWallets } from './detected-wallets'
import { isMobileWallet, mobileWalletAdapter } from './mobile-wallet'
import { isSameWallet, makeAdapter } from './standard-adapters'
import type { OtherWays } from './wallet-app-rows'
import { WalletRow } from './wallet-row'

interface WalletListProps {
  ids: readonly WalletId[]
  /** The account to use, if a wallet lists it. */
  preferredAddress: string | null
  ways: OtherWays
  onChoose: (adapter: Adapter) => void
}

/**
 * All wallets, with new adapters each time. It never calls `select()` of `WalletProvider`, which would store the
 * wallet's name in `localStorage`.
 */
export function WalletList({ ids, preferredAddress, ...props }: WalletListProps) {
  const [unregistered] = useState(() => [...walletsOf(ids).flatMap(adapterOf), mobileWalletAdapter(preferredAddress)])
  const detected = useDetectedWallets()
  const adapters = useMemo(() => {
    const standard = detected.flatMap((wallet) => makeAdapter(wallet, preferredAddress) ?? [])
    const isStandard = ({ name }: Adapter) => standard.some((adapter) => isSameWallet(adapter.name, name))
    return [...standard, ...unregistered.filter((adapter) => !isStandard(adapter))]
  }, [detected, preferredAddress, unregistered])
  return (
    <WalletProvider wallets={adapters} autoConnect={false} localStorageKey="subnet-connect-wallet">
      <WalletRows {...props} />
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
 * The adapter of a listed wallet, if there is one, under our name and icon. None if a broken extension throws: the
 * constructors search the browser for the wallets.
 */
function adapterOf({ id, name }: ReturnType<typeof walletsOf>[number]): Adapter[] {
  const AdapterClass = adapterClasses[id]
  const own = { name, icon: walletIconPath(id) } as Partial<Adapter>
  try {
    return AdapterClass ? [Object.assign(new AdapterClass(), own)] : []
  } catch {
    return []
  }
}

/** The wallets of this browser, or else the apps of a phone, and the other ways. */
function WalletRows({ ways, onChoose }: Pick<WalletListProps, 'ways' | 'onChoose'>) {
  const t = useTexts()
  const isSending = useIsSending()
  const { wallets } = useWallet()
  const own = wallets.filter(({ readyState }) => readyState === WalletReadyState.Installed)
  // Any other adapter would leave the page. This one itself checks only for Android.
  const anyApp = wallets.filter(({ adapter }) => ways.hasAnyApp && isMobileWallet(adapter))
  const available = own.length > 0 ? own : anyApp
  const isFolded = available.length > 0 || !!ways.rows
  return (
    <div className="grid gap-2">
      <h2 ref={focus} tabIndex={-1} id="wallets" className="sr-only">
        {t('wallet.choose')}
      </h2>
      <ul aria-labelledby="wallets" className="grid gap-2 empty:hidden">
        {available.map(({ adapter }, index) => (
          // Two wallets may have the same name.
          <li key={`${adapter.name} ${index}`}>
            <WalletRow icon={adapter.icon} isDisabled={isSending} onClick={() => onChoose(adapter)}>
              {isMobileWallet(adapter) ? t('wallet.anyApp') : <bdi>{adapter.name}</bdi>}
            </WalletRow>
          </li>
        ))}
        {own.length === 0 && ways.rows}
        {isFolded && <li>{ways.folded}</li>}
      </ul>
      {!isFolded && <div className={ways.title ? 'grid gap-2' : 'first-way grid gap-2'}>{ways.unfolded}</div>}
    </div>
  )
}
