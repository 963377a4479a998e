import type { Refused } from './outcome'
import type { WalletAddressProblem } from './wallet-address'

/** What the Connect button has come to, as the form shows it. `walletAddress` is what was typed, to be kept. */
export type ConfirmState =
  | { kind: 'ready' }
  | { kind: 'address_problem'; problem: WalletAddressProblem; walletAddress: string }
  /** Nothing signed where a signature is required, or one that proves nothing. The service was not asked. */
  | { kind: 'proof_problem'; problem: 'missing' | 'refused'; walletAddress: string }
  | (Refused & { walletAddress: string })
  /** A newer link is held than the page showed; what was signed was for the older one. */
  | { kind: 'superseded'; walletAddress: string; wasSigned: boolean }
  | { kind: 'nothing_held' }
  /** Only for the page's script, which must leave for this address at once and keep it nowhere. */
  | { kind: 'connected'; returnAddress: string }

/** What a wallet is to sign for the request that the page shows, or why there is nothing to be signed. */
export type ProofRequest = { kind: 'message'; message: string } | { kind: 'superseded' | 'nothing_held' }
