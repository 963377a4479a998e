import type { WalletId } from '@/lib/wallets'
import type { DetectedWallet } from './detected-wallets'

/** What the user has pressed: a wallet, one that only its adapter finds, or the row for any wallet app of the phone. */
export type Pressed = DetectedWallet | WalletId | 'any_app'

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
