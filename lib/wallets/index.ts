/** The ID of a listed wallet: an operator names it in `brand.json`, and its icon is `public/wallets/<id>.svg`. */
export type WalletId = (typeof wallets)[number]['id']

/** A wallet that the page lists, whether a browser has it or not. */
export interface ListedWallet {
  id: string
  name: string
  /** Where users get it. */
  installUrl: string
}

/**
 * The listed wallets, in the order in which they are shown. Wallets that register themselves in a browser, as most do,
 * are shown without being listed. List only wallets that can sign messages. `apps.ts` has their apps for phones.
 */
export const wallets = [
  { id: 'phantom', name: 'Phantom', installUrl: 'https://phantom.app' },
  { id: 'solflare', name: 'Solflare', installUrl: 'https://solflare.com' },
  { id: 'backpack', name: 'Backpack', installUrl: 'https://backpack.app' },
  {
    id: 'coinbase',
    name: 'Coinbase Wallet',
    installUrl: 'https://chrome.google.com/webstore/detail/coinbase-wallet-extension/hnfanknocfeofbddgcijnmhnfnkdnaad',
  },
  { id: 'trust', name: 'Trust Wallet', installUrl: 'https://trustwallet.com' },
] as const satisfies readonly ListedWallet[]

export const walletIds: readonly WalletId[] = wallets.map(({ id }) => id)

/** The listed wallets of these IDs, in their order. */
export const walletsOf = (ids: readonly WalletId[]) => ids.flatMap((id) => wallets.filter((wallet) => wallet.id === id))
