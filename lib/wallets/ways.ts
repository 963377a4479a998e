/** How the page reached the wallet of a press, as far as the form and the browser show. */
export const walletWays = [
  /** The page did not reach the wallet. The user typed the address, or the operator has it. */
  'address',
  /** As an extension of a desktop browser. */
  'browser',
  /** As an app, by Solana's Mobile Wallet Adapter. */
  'mobile_wallet_adapter',
  /** As an app, by its deep links. */
  'deep_link',
  /** In a phone's browser, which is probably a wallet app's browser on an iPhone. */
  'in_app_browser',
] as const

export type WalletWay = (typeof walletWays)[number]
