import 'server-only'
import bs58 from 'bs58'
import { walletAddressProblem, type WalletAddressProblem } from './wallet-address-shape'

const publicKeyBytes = 32

/**
 * Checks a wallet address: base58 text that decodes to 32 bytes ("Connect confirm request body").
 * Surrounding white space, which is easily pasted along with an address, is removed.
 */
export function parseWalletAddress(
  typed: string,
): { ok: true; address: string } | { ok: false; problem: WalletAddressProblem } {
  const address = typed.trim()
  // First, since base58 decoding takes time quadratic in the length of the input.
  const problem = walletAddressProblem(address)
  if (problem !== null) return { ok: false, problem }
  if (bs58.decodeUnsafe(address)?.length !== publicKeyBytes) return { ok: false, problem: 'wrong_length' }
  return { ok: true, address }
}
