import type { WalletFailure } from './failures'

/** A failure that one answer of a wallet shows. The others need an address. */
export type SimpleFailure = Exclude<WalletFailure, 'switched' | 'other_address'>

/** The request to a wallet. The same error can have another meaning for the user. */
export type WalletRequest = 'connecting' | 'signing'

/** What a wallet, or the code that asks it, reports about a failure. */
export interface WalletError {
  /** The names of errors. */
  names?: readonly string[]
  /** The error codes, as texts. */
  codes?: readonly string[]
  /** The message for people or developers. */
  words: string
}

/** What some wallets report, and its meaning for each request. */
type Row = Partial<Record<'names' | 'codes', readonly string[]>> & { words?: RegExp } & (
    | Record<WalletRequest, SimpleFailure>
    | { both: SimpleFailure }
  )

/**
 * What wallets throw, and what it means. A known code counts first, then the first row whose words fit, then the name of
 * an adapter's error. `docs/wallet-errors.md` has the source of each row.
 */
const rows: readonly Row[] = [
  // A hardware wallet behind the wallet.
  {
    words: /^(?=.*(off[- ]?chain|message|ledger|hardware))(?=.*(unsupported|not (yet )?support))/is,
    both: 'cannot_sign',
  },
  { words: /unsupported|not (yet )?(support|implement)/i, connecting: 'failed', signing: 'cannot_sign' },
  {
    words:
      /extension context invalidated|message (channel|port) closed|receiving end does not exist|disconnected port/i,
    both: 'stale',
  },
  // The Mobile Wallet Adapter.
  { words: /session was closed before connection/i, both: 'given_up' },
  { words: /session dropped unexpectedly/i, both: 'disconnected' },
  { words: /no installed wallet|timed out|wallet websocket/i, both: 'no_app' },
  { codes: ['ERROR_LOOPBACK_ACCESS_BLOCKED'], both: 'apps_blocked' },
  { codes: ['-1'], connecting: 'declined', signing: 'disconnected' },
  { codes: ['-2'], connecting: 'failed', signing: 'cannot_sign' },
  { words: /auth_token/i, both: 'disconnected' },
  // The person has rejected the request, or has closed the wallet's window.
  {
    names: ['WalletWindowClosedError', 'AbortError'],
    codes: ['4001', '-3', 'ACTION_REJECTED', 'USER_REJECTED'],
    words:
      /reject|declin|denied|deny|cancel|dismiss|refuse|abort|closed by|(plugin|window|pop-?up|modal|dialog|wallet|user)( \w+){0,2} closed/i,
    connecting: 'declined',
    signing: 'not_signed',
  },
  {
    codes: ['-32002'],
    words: /already (pending|processing|open|in progress)|pending request|request (is )?(already )?pending/i,
    both: 'dialog_open',
  },
  { words: /\b(un)?lock(ed)?\b/i, both: 'locked' },
  {
    names: ['WalletNotConnectedError', 'WalletDisconnectedError'],
    codes: ['4100', '4900'],
    words: /not (been )?(authorized|connected)|unauthorized|not an approved origin/i,
    both: 'disconnected',
  },
  { names: ['WalletPublicKeyError'], words: /\bno (\w+ )?accounts?\b/i, both: 'no_account' },
  { names: ['WalletAccountError'], connecting: 'no_account', signing: 'cannot_sign' },
  { names: ['WalletConfigError'], both: 'cannot_sign' },
  { codes: ['-32601', '4200'], words: /ledger|hardware wallet/i, connecting: 'failed', signing: 'cannot_sign' },
]

/** Returns what an error means to the user. Unknown errors are `failed`. */
export function walletFailureOf({ names = [], codes = [], words }: WalletError, request: WalletRequest): SimpleFailure {
  const row =
    rows.find((row) => row.codes?.some((code) => codes.includes(code))) ??
    rows.find((row) => row.words?.test(words)) ??
    rows.find((row) => row.names?.some((name) => names.includes(name)))
  if (!row) return 'failed'
  return 'both' in row ? row.both : row[request]
}
