import type { WalletId } from '.'

/** The path of a listed wallet's icon. In a file of its own, since a page's first scripts need nothing else of the wallets. */
export const walletIconPath = (id: WalletId): string => `/wallets/${id}.svg`
