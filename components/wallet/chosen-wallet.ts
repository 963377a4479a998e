export interface ChosenWallet {
  name: string
  address: string
  /** For the link of this page, base58. Null until it has signed. */
  signature: string | null
}

export const changeWalletForm = 'change-wallet'

export type WalletActivity =
  | { kind: 'none' }
  /** The wallet is asking its user. */
  | { kind: 'asking'; walletName: string }
  /** `sign` returns null if the wallet did not sign, and the wallet section shows why. */
  | { kind: 'can_sign'; sign: () => Promise<string | null> }
