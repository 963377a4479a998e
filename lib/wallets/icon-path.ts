import type { WalletId } from '.'

/**
 * Returns the path of a listed wallet's icon. It has a separate file, because a page's first scripts need only this
 * path.
 */
export const walletIconPath = (id: WalletId): string => `/wallets/${id}.svg`
