import { WalletError } from '@solana/wallet-adapter-base'

/** What went wrong with a wallet, one for each message to people. */
export type WalletProblem =
  | { kind: 'switched'; wallet: string; before: string; now: string }
  | { kind: 'other_address'; wallet: string; own: string; locked: string }
  | { kind: SimpleProblem; wallet: string }

export type SimpleProblem =
  | 'declined'
  | 'not_signed'
  | 'locked'
  | 'no_account'
  | 'disconnected'
  | 'cannot_sign'
  | 'given_up'
  | 'wrong_signature'
  | 'apps_blocked'
  | 'apps_allowed'
  | 'no_app'
  | 'site_offline'
  | 'failed'

/** What EIP-1193 wallets, and most of Solana's, give for "the user said no". */
const userRejectedRequest = 4001

/**
 * Tells what an error of a wallet means to its user. Wallets agree on no codes, and only partly on
 * words; what is not recognized is `failed`.
 *
 * @param doing - what the wallet was asked for: its "no" means another thing for each.
 */
export function problemOf(error: unknown, doing: 'connecting' | 'signing'): SimpleProblem {
  const text = error instanceof Error ? error.message : ''
  if (codeOf(error) === userRejectedRequest || /reject|declin|denied|deny|cancel|dismiss/i.test(text)) {
    return doing === 'connecting' ? 'declined' : 'not_signed'
  }
  if (/\block(ed)?\b/i.test(text)) return 'locked'
  // The mobile adapter: nobody came, or its user tapped on the veil that it lays over the page meanwhile.
  if (/no installed wallet|timed out/i.test(text)) return 'no_app'
  if (/session was closed before connection/i.test(text)) return 'given_up'
  switch (error instanceof WalletError ? error.name : '') {
    case 'WalletAccountError':
      return doing === 'connecting' ? 'no_account' : 'cannot_sign'
    case 'WalletConfigError':
      return 'cannot_sign'
    case 'WalletNotConnectedError':
    case 'WalletDisconnectedError':
      return 'disconnected'
    default:
      return 'failed'
  }
}

/** Adapters wrap the wallet's own error, which has the code. */
function codeOf(error: unknown): unknown {
  const own: unknown = error instanceof WalletError ? error.error : error
  return typeof own === 'object' && own !== null && 'code' in own ? own.code : undefined
}
