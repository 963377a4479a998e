/** A value that a wallet throws. `error` becomes the fields of an Error. */
export type Thrown = { error: { message: string; code?: number | string } } | { value: unknown }

/** A problem, as the page's texts name it. */
export type WalletProblem =
  | 'apps_blocked'
  | 'cannot_sign'
  | 'declined'
  | 'dialog_open'
  | 'disconnected'
  | 'failed'
  | 'given_up'
  | 'locked'
  | 'no_account'
  | 'no_app'
  | 'not_signed'
  | 'stale'

/** What wallets throw, and the problems that the page shows: while connecting, while signing. See docs/wallet-errors.md. */
export const thrownByWallets: readonly (readonly [Thrown, WalletProblem, WalletProblem])[] = [
  [error('User rejected the request.', 4001), 'declined', 'not_signed'],
  [{ value: { code: '4001' } }, 'declined', 'not_signed'],
  [{ value: 'User rejected the request.' }, 'declined', 'not_signed'],
  [{ value: { message: 'Plugin Closed' } }, 'declined', 'not_signed'],
  [error('Approval Denied'), 'declined', 'not_signed'],
  [error('authorization request declined'), 'declined', 'not_signed'],
  [error('sign request declined', -3), 'declined', 'not_signed'],
  [{ value: { code: -32603, data: { originalError: { code: 4001 } } } }, 'declined', 'not_signed'],
  [error('{"code":4001,"message":"Rejected"}'), 'declined', 'not_signed'],
  [error('The popup has been closed by the user'), 'declined', 'not_signed'],
  [{ value: { code: 'ACTION_REJECTED' } }, 'declined', 'not_signed'],
  [error('Signing off-chain messages with Ledger is not yet supported'), 'cannot_sign', 'cannot_sign'],
  [error('[unsupported] signing off chain messages with ledger is not yet supported'), 'cannot_sign', 'cannot_sign'],
  [error('Keystone does not support message signing'), 'cannot_sign', 'cannot_sign'],
  [error('Not implemented'), 'failed', 'cannot_sign'],
  [error('Method not found', -32601), 'failed', 'cannot_sign'],
  [{ value: { code: -32002, message: 'Requested resource not available' } }, 'dialog_open', 'dialog_open'],
  [error('Approve or reject the open request first.', -32002), 'dialog_open', 'dialog_open'],
  [error('Request of type connect already pending'), 'dialog_open', 'dialog_open'],
  [
    { value: { code: 4100, message: 'The requested method and/or account has not been authorized by the user.' } },
    'disconnected',
    'disconnected',
  ],
  [error('Disconnected', 4900), 'disconnected', 'disconnected'],
  [error('https://subnet.example is not an approved origin'), 'disconnected', 'disconnected'],
  [error('authorization request failed', -1), 'declined', 'disconnected'],
  [error('auth_token not valid for signing'), 'disconnected', 'disconnected'],
  [error('The wallet session dropped unexpectedly (1006: ).'), 'disconnected', 'disconnected'],
  [error('The wallet session was closed before connection.'), 'given_up', 'given_up'],
  [error('Failed to connect to the wallet websocket at ws://localhost:50000/solana-wallet.'), 'no_app', 'no_app'],
  [error('Found no installed wallet that supports the mobile wallet protocol.'), 'no_app', 'no_app'],
  [error('Wallet connection timed out'), 'no_app', 'no_app'],
  [error('Local network access is blocked.', 'ERROR_LOOPBACK_ACCESS_BLOCKED'), 'apps_blocked', 'apps_blocked'],
  [error('Wallet is locked'), 'locked', 'locked'],
  [error('Extension context invalidated.'), 'stale', 'stale'],
  [error('Could not establish connection. Receiving end does not exist.'), 'stale', 'stale'],
  [error('No Solana accounts found'), 'no_account', 'no_account'],
  [error('Internal error', -32603), 'failed', 'failed'],
  [{ value: null }, 'failed', 'failed'],
]

function error(message: string, code?: number | string): Thrown {
  return { error: code === undefined ? { message } : { message, code } }
}
