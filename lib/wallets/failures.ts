/** What can go wrong with a wallet in the browser, in one word each: the page has a text for it, and records keep it. */
export const walletFailures = [
  'declined',
  'not_signed',
  'locked',
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
