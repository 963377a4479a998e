/** The wallet that the user has connected to the page. */
export interface ChosenWallet {
  name: string
  address: string
  /** Its signature for the link of this page, base58. Null until it has signed. */
  signature: string | null
}

/** The ID of the form that changes the wallet. */
export const changeWalletForm = 'change-wallet'

/** The activity of the page's wallet, for the form. */
export type WalletActivity =
  | { kind: 'none' }
  /** The wallet is asking its user. */
  | { kind: 'asking'; walletName: string }
  /** `sign` asks the wallet to sign. It returns null if the wallet did not sign, and the wallet section shows why. */
  | { kind: 'can_sign'; sign: () => Promise<string | null> }
