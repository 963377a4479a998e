import 'server-only'
import bs58 from 'bs58'
import { walletAddressProblem, withoutBlanks, type WalletAddressProblem } from './wallet-address-shape'

const publicKeyBytes = 32

/** Checks base58 of 32 bytes ("Connect confirm request body"), without the blanks of a pasted text. */
export function parseWalletAddress(
  typed: string,
): { ok: true; address: string } | { ok: false; problem: WalletAddressProblem } {
  const address = withoutBlanks(typed)
  // First, because base58 decoding takes quadratic time.
  const problem = walletAddressProblem(address)
  if (problem !== null) return { ok: false, problem }
  if (bs58.decodeUnsafe(address)?.length !== publicKeyBytes) return { ok: false, problem: 'wrong_length' }
  return { ok: true, address }
}
