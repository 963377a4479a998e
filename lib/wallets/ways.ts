/** How the wallet of a press was reached, as far as its form and its browser tell. */
export const walletWays = [
  /** Not at all: its address was typed, or the operator keeps it. */
  'address',
  /** As an extension of a desktop's browser. */
  'browser',
  /** As an app, by Solana's Mobile Wallet Adapter. */
  'mobile_wallet_adapter',
  /** As an app, by its deep links. */
  'deep_link',
  /** In a phone's browser: on an iPhone that is most likely a wallet app's own browser. */
  'in_app_browser',
] as const

export type WalletWay = (typeof walletWays)[number]
