import type { WalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import type { DetectedWallet } from './detected-wallets'
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
