import type { WalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'

export type UsableWallet = Pick<WalletAdapterCompatibleStandardWallet, 'name' | 'icon'>

/**
 * Checks a wallet that has registered itself. Returns a name of one line and an icon of bounded length. It must use
 * nothing outside this function, because `early-wallets.tsx` writes it into the page.
 *
 * @returns null if the adapters cannot use it, and so omit it.
 */
export function usableWallet(wallet: WalletAdapterCompatibleStandardWallet): UsableWallet | null {
  const maxNameLength = 80
  // In characters of a `data:` URL. Icons of wallets have about 20,000. Longer ones are cut.
  const maxIconLength = 200_000
  try {
    const { chains, features } = wallet
    // Removes invisible characters and those that change the text direction.
    const name = wallet.name
      .slice(0, maxNameLength)
      .normalize()
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim()
    const icon = wallet.icon.slice(0, maxIconLength).normalize() as UsableWallet['icon']
    return name &&
      chains.some((chain) => chain.startsWith('solana:')) &&
      wallet.accounts.length >= 0 &&
      typeof features['standard:connect'].connect === 'function' &&
      typeof features['standard:events'].on === 'function' &&
      ['solana:signTransaction', 'solana:signAndSendTransaction'].some((sign) => Reflect.get(features, sign))
      ? { name, icon }
      : null
  } catch {
    return null
  }
}
