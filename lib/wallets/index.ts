/** The ID of a listed wallet, for `brand.json` and for the icon `public/wallets/<id>.svg`. */
export type WalletId = (typeof wallets)[number]['id']

/** A wallet that the page lists, even if the browser does not have it. */
export interface ListedWallet {
  id: string
  name: string
  /** The page where users install the wallet. */
  installUrl: string
}

/**
 * The listed wallets, in display order. Most wallets register themselves in the browser, and the page shows them even
 * if this list does not have them. List only wallets that can sign messages. `apps.ts` has their apps for phones.
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

/** Returns the listed wallets with these IDs, in the order of the IDs. */
export const walletsOf = (ids: readonly WalletId[]) => ids.flatMap((id) => wallets.filter((wallet) => wallet.id === id))
