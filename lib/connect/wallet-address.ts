import bs58 from 'bs58'

const publicKeyBytes = 32
const signatureBytes = 64
const maxInputLength = 256

/** Why a text is not a wallet address. Each problem has its own message for the user. */
export type WalletAddressProblem = 'missing' | 'wrong_characters' | 'wrong_length' | 'transaction_signature'

/**
 * Checks a wallet address: base58 text that decodes to 32 bytes ("Connect confirm request body").
 * Surrounding white space, which is easily pasted along with an address, is removed.
 *
 * The same check runs in the browser and on the server, so its only dependency is bs58.
 */
export function parseWalletAddress(
  typed: string,
): { ok: true; address: string } | { ok: false; problem: WalletAddressProblem } {
  const address = typed.trim()
  if (address === '') return { ok: false, problem: 'missing' }
  // Base58 decoding takes time quadratic in the length of the input.
  if (address.length > maxInputLength) return { ok: false, problem: 'wrong_length' }
  const bytes = bs58.decodeUnsafe(address)
  if (!bytes) return { ok: false, problem: 'wrong_characters' }
  if (bytes.length === signatureBytes) return { ok: false, problem: 'transaction_signature' }
  if (bytes.length !== publicKeyBytes) return { ok: false, problem: 'wrong_length' }
  return { ok: true, address }
}
