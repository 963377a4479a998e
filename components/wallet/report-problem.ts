import type { WalletFailure } from '@/lib/wallets/errors'

/** Reports in one word what has stopped a user, for staff. Never sends the address. */
export function reportProblem(linkId: string, problem: WalletFailure | 'invalid_wallet_address'): void {
  // Firefox has no `sendBeacon` if its user has turned beacons off.
  navigator.sendBeacon?.(`/connect/wallet-failed?link=${linkId}&problem=${problem}`)
}
