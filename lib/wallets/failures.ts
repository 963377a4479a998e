/** The failures of a wallet in the browser. The page has a text for each, and records store the word. */
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
