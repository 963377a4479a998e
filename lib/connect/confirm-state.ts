import type { Refused } from './outcome'
import type { WalletAddressProblem } from './wallet-address'

/** What the Connect button has come to, as the form shows it. `walletAddress` is what was typed, to be kept. */
export type ConfirmState =
  | { kind: 'ready' }
  | { kind: 'address_problem'; problem: WalletAddressProblem; walletAddress: string }
  | (Refused & { walletAddress: string })
  | { kind: 'superseded'; walletAddress: string }
  | { kind: 'nothing_held' }
  /** Only for the page's script, which must leave for this address at once and keep it nowhere. */
  | { kind: 'connected'; returnAddress: string }
