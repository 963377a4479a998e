import type { Adapter, WalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import type { DetectedWallet } from './detected-wallets'
import { isMobileWallet, mobileWalletAdapter } from './mobile-wallet'
import { PublicKey } from './stubs'

/**
 * The adapter of a registered wallet. Adapters use the first account of any chain, so this one sees only accounts of
 * Solana. Its constructor throws what the wallet throws.
 *
 * @param preferredAddress - the account to use, if the wallet lists it. Null for its first one.
 */
export class DetectedWalletAdapter extends StandardWalletAdapter {
  constructor(
    readonly detected: DetectedWallet,
    preferredAddress: string | null,
  ) {
    const { name, icon, wallet } = detected
    const seen = {
      name,
      icon,
      get features() {
        return wallet.features
      },
      get accounts() {
        const rank = ({ address }: Account) => (address === preferredAddress ? 0 : 1)
        return accountsOf(wallet)
          .filter(isUsable)
          .sort((one, other) => rank(one) - rank(other))
      },
    }
    super({ wallet: seen as unknown as WalletAdapterCompatibleStandardWallet })
  }

  /** Whether the wallet shares accounts, but none of Solana. */
  get hasOnlyOtherAccounts(): boolean {
    return accountsOf(this.detected.wallet).length > 0 && this.wallet.accounts.length === 0
  }
}

type Account = WalletAdapterCompatibleStandardWallet['accounts'][number]

function accountsOf(wallet: DetectedWallet['wallet']): Account[] {
  try {
    return [...wallet.accounts]
  } catch {
    return []
  }
}

function isUsable(account: Account): boolean {
  try {
    const { chains, address, features } = account
    return chains.some((chain) => chain.startsWith('solana:')) && Array.isArray(features) && !!new PublicKey(address)
  } catch {
    return false
  }
}

/** Trust Wallet registers itself as "Trust". */
export function isSameWallet(name: string, other: string): boolean {
  const short = (text: string) => text.replace(/ Wallet$/, '')
  return short(name) === short(other)
}

/** Null if the wallet is broken. */
export function makeAdapter(wallet: DetectedWallet, preferredAddress: string | null): Adapter | null {
  try {
    return new DetectedWalletAdapter(wallet, preferredAddress)
  } catch {
    return null
  }
}

/** A new adapter for another request, because an unanswered one blocks all others. Null if the wallet is broken. */
export function renewAdapter(adapter: Adapter, preferredAddress: string | null): Adapter | null {
  if (adapter instanceof DetectedWalletAdapter) return makeAdapter(adapter.detected, preferredAddress)
  if (isMobileWallet(adapter)) return mobileWalletAdapter(preferredAddress)
  const { name, icon } = adapter
  try {
    return Object.assign(new (adapter.constructor as new () => Adapter)(), { name, icon })
  } catch {
    return null
  }
}
