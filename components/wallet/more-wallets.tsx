import { WalletReadyState } from '@solana/wallet-adapter-base'
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { useState, type ComponentProps } from 'react'
import { focus } from '@/components/ui/focus'
import { walletIconPath, walletsOf, type WalletId } from '@/lib/wallets'
import type { Pressed } from './chosen-wallet'
import { useDetectedWallets } from './detected-wallets'
import { makeAdapter } from './make-adapter'
import { WalletRow } from './wallet-row'

interface MoreWalletsProps {
  ids: readonly WalletId[]
  rowFor: (pressed: Pressed) => Pick<ComponentProps<typeof WalletRow>, 'isBusy' | 'isDisabled' | 'onClick'>
}

/**
 * The wallets that do not register themselves, so that only their adapters find them. It never calls `select()` of
 * `WalletProvider`, which would store the wallet's name in `localStorage`.
 */
export function MoreWallets(props: MoreWalletsProps) {
  // Without the Mobile Wallet Adapter, the provider makes one itself, which stores more.
  const [adapters] = useState(() => [...props.ids, 'any_app' as const].flatMap((each) => makeAdapter(each, null) ?? []))
  return (
    <WalletProvider wallets={adapters} autoConnect={false} localStorageKey="subnet-connect-wallet">
      <InstalledWallets {...props} />
    </WalletProvider>
  )
}

function InstalledWallets({ ids, rowFor }: MoreWalletsProps) {
  const { wallets } = useWallet()
  const registered = useDetectedWallets()
  const isInstalled = (name: string) =>
    wallets.some(({ adapter, readyState }) => adapter.name === name && readyState === WalletReadyState.Installed)
  // Trust Wallet registers itself as "Trust".
  const isRegistered = (name: string) =>
    registered.some((wallet) => [name, name.replace(/ Wallet$/, '')].includes(wallet.name))
  return (
    <ul ref={focus} tabIndex={-1} className="grid gap-2">
      {walletsOf(ids)
        .filter(({ name }) => isInstalled(name) && !isRegistered(name))
        .map(({ id, name }) => (
          <li key={id}>
            <WalletRow icon={walletIconPath(id)} {...rowFor(id)}>
              {name}
            </WalletRow>
          </li>
        ))}
    </ul>
  )
}
