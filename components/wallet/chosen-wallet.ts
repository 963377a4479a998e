/** The wallet that is connected to the page. */
export interface ChosenWallet {
  name: string
  address: string
  /** Its signature for the link of this page, base58; null until it has signed. */
  signature: string | null
}

/** The ID of the form that changes the wallet. */
export const changeWalletForm = 'change-wallet'

/** What the wallet of this page is doing, as the form needs to know it. */
export type WalletActivity =
  | { kind: 'none' }
  /** The wallet is asking its user. */
  | { kind: 'asking'; walletName: string }
  /** Asks the wallet to sign; null if it did not. What went wrong is shown by the wallet section. */
  | { kind: 'can_sign'; sign: () => Promise<string | null> }
