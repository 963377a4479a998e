import { WalletError } from '@solana/wallet-adapter-base'
import type { WalletFailure } from '@/lib/wallets/failures'

/** A problem with a wallet. Each kind has its own message for the user. */
export type WalletProblem =
  | { kind: 'switched'; wallet: string; before: string; now: string }
  | { kind: 'other_address'; wallet: string; own: string; locked: string }
  | { kind: SimpleProblem; wallet: string }

export type SimpleProblem = Exclude<WalletFailure, 'switched' | 'other_address'>

/** The error code for a rejection by the user in EIP-1193 and in most Solana wallets. */
const userRejectedRequest = 4001

/**
 * Classifies an error thrown by a wallet. Wallets have no common error codes and only partly common messages, so this
 * matches both. Unrecognized errors are `failed`.
 *
 * @param action - the request to the wallet, because the same error has another meaning for the user.
 */
export function classifyWalletError(error: unknown, action: 'connecting' | 'signing'): SimpleProblem {
  // Adapters wrap the wallet's own error.
  const original: unknown = error instanceof WalletError ? error.error : error
  const text = typeof original === 'string' ? original : error instanceof Error ? error.message : ''
  if (codeOf(original) === userRejectedRequest || /reject|declin|denied|deny|cancel|dismiss/i.test(text)) {
    return action === 'connecting' ? 'declined' : 'not_signed'
  }
  if (/\block(ed)?\b/i.test(text)) return 'locked'
  // The mobile adapter: no wallet app responded, or the user tapped the overlay that it shows while waiting.
  if (/no installed wallet|timed out/i.test(text)) return 'no_app'
  if (/session was closed before connection/i.test(text)) return 'given_up'
  switch (error instanceof WalletError ? error.name : '') {
    case 'WalletPublicKeyError':
      return 'no_account'
    case 'WalletAccountError':
      return action === 'connecting' ? 'no_account' : 'cannot_sign'
    case 'WalletConfigError':
      return 'cannot_sign'
    case 'WalletNotConnectedError':
    case 'WalletDisconnectedError':
      return 'disconnected'
    default:
      return 'failed'
  }
}

/** Finds the error code, which some wallets write as a text. */
const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : undefined
