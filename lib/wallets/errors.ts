/** The page has a text for each, and records store the word. */
export const walletFailures = [
  'declined',
  'not_signed',
  'locked',
  'dialog_open',
  'stale',
  'no_account',
  'switched',
  'other_address',
  'disconnected',
  'cannot_sign',
  'given_up',
  'wrong_signature',
  'apps_blocked',
  'apps_allowed',
  'no_app',
  'site_offline',
  'failed',
] as const

export type WalletFailure = (typeof walletFailures)[number]

/** The others need an address. */
export type SimpleFailure = Exclude<WalletFailure, 'switched' | 'other_address'>

/** The same error can mean something else for each. */
export type WalletRequest = 'connecting' | 'signing'

type Row = Partial<Record<'names' | 'codes', readonly string[]>> & { words?: RegExp } & (
    | Record<WalletRequest, SimpleFailure>
    | { both: SimpleFailure }
  )

/**
 * What wallets throw, and what it means. A known code counts first, then the first row whose words fit, then the name of
 * an adapter's error. The answers of wallet apps to deep links have the same codes and words.
 *
 * Sources: https://docs.phantom.com/solana/errors, https://docs.backpack.app/deeplinks/limitations,
 * https://eips.ethereum.org/EIPS/eip-1193#provider-errors, and for the names packages/core/base/src/errors.ts of
 * https://github.com/anza-xyz/wallet-adapter. Words without a source are those that several wallets use.
 */
const rows: readonly Row[] = [
  // A hardware wallet behind the wallet: https://github.com/anza-xyz/wallet-adapter/issues/800
  {
    words: /^(?=.*(off[- ]?chain|message|ledger|hardware))(?=.*(unsupported|not (yet )?support))/is,
    both: 'cannot_sign',
  },
  { words: /unsupported|not (yet )?(support|implement)/i, connecting: 'failed', signing: 'cannot_sign' },
  // The extension was updated: https://wxt.dev/guide/go-further/handling-updates
  {
    words:
      /extension context invalidated|message (channel|port) closed|receiving end does not exist|disconnected port/i,
    both: 'stale',
  },
  // The Mobile Wallet Adapter: `transact.ts` and `errors.ts` of https://github.com/solana-mobile/mobile-wallet-adapter,
  // and https://solana-mobile.github.io/mobile-wallet-adapter/spec/spec.html
  { words: /session was closed before connection/i, both: 'given_up' },
  { words: /session dropped unexpectedly/i, both: 'disconnected' },
  { words: /no installed wallet|timed out|wallet websocket/i, both: 'no_app' },
  { codes: ['ERROR_LOOPBACK_ACCESS_BLOCKED'], both: 'apps_blocked' },
  { codes: ['-1'], connecting: 'declined', signing: 'disconnected' },
  { codes: ['-2'], connecting: 'failed', signing: 'cannot_sign' },
  { words: /auth_token/i, both: 'disconnected' },
  // The person has rejected it, or closed the wallet's window.
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
  // "Not an approved origin": https://github.com/coral-xyz/backpack/issues/3555
  {
    names: ['WalletNotConnectedError', 'WalletDisconnectedError'],
    codes: ['4100', '4900'],
    words: /not (been )?(authorized|connected)|unauthorized|not an approved origin/i,
    both: 'disconnected',
  },
  { names: ['WalletPublicKeyError'], words: /\bno (\w+ )?accounts?\b/i, both: 'no_account' },
  // As MetaMask without a Solana account: https://github.com/MetaMask/metamask-extension/issues/30723
  { names: ['WalletAccountError'], connecting: 'no_account', signing: 'cannot_sign' },
  { names: ['WalletConfigError'], both: 'cannot_sign' },
  { codes: ['-32601', '4200'], words: /ledger|hardware wallet/i, connecting: 'failed', signing: 'cannot_sign' },
]

/** Where adapters and wallets put the wallet's own error or its words. */
const inside = ['message', 'msg', 'errorMessage', 'reason', 'error', 'cause', 'data', 'originalError']

/** An error may contain itself. */
const maxValues = 50

/**
 * What an error means to the user: an `Error`, an object, a text, or one of these inside another. Unknown ones are
 * `failed`.
 */
export function walletFailureOf(error: unknown, request: WalletRequest): SimpleFailure {
  const names: string[] = []
  const codes: string[] = []
  const words: string[] = []
  const values = [error]
  for (const [index, value] of values.entries()) {
    if (index === maxValues) break
    if (typeof value === 'string') {
      words.push(value)
      values.push(parseJson(value))
    } else if (typeof value === 'object' && value !== null) {
      names.push(String(at(value, 'name')))
      codes.push(String(at(value, 'code')))
      values.push(...inside.map((field) => at(value, field)))
    }
  }
  const row =
    rows.find((row) => row.codes?.some((code) => codes.includes(code))) ??
    rows.find((row) => row.words?.test(words.join('\n'))) ??
    rows.find((row) => row.names?.some((name) => names.includes(name)))
  if (!row) return 'failed'
  return 'both' in row ? row.both : row[request]
}

/** A stranger's getter can throw. Objects are not among names and codes. */
function at(object: object, field: string): unknown {
  try {
    return Reflect.get(object, field) as unknown
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return text.startsWith('{') ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
