import type { DetectedWallet } from './detected-wallets'

/** What the user has pressed: a wallet, the row for any wallet app of the phone, or the one for all wallets. */
export type Pressed = DetectedWallet | 'any_app' | 'list'

export interface ChosenWallet {
  name: string
  address: string
  /** For the link of this page, base58. Null until it has signed. */
  signature: string | null
}

export const changeWalletForm = 'change-wallet'

export type WalletActivity =
  | { kind: 'none' }
  /** The wallet is asking its user, or has failed. Nothing else can be pressed meanwhile. */
  | { kind: 'alone' }
  /** `sign` leads to another `ChosenWallet`, with its signature, or to a problem in the wallet section. */
  | { kind: 'can_sign'; sign: () => Promise<void> }
