import bs58 from 'bs58'

const publicKeyBytes = 32
const signatureBytes = 64
const longestPaste = 256

/** Why a text is not a wallet address; each has its own message for people. */
export type WalletAddressProblem = 'missing' | 'wrong_characters' | 'wrong_length' | 'transaction_signature'

/**
 * Checks a wallet address: base58 text that decodes to 32 bytes ("Connect confirm request body").
 * Surrounding white space, which comes along when an address is pasted, is dropped.
 *
 * The same check runs on the page and on the server, so it needs nothing but bs58.
 */
export function parseWalletAddress(
  typed: string,
): { ok: true; address: string } | { ok: false; problem: WalletAddressProblem } {
  const address = typed.trim()
  if (address === '') return { ok: false, problem: 'missing' }
  // Decoding base58 takes time that grows with the square of the length.
  if (address.length > longestPaste) return { ok: false, problem: 'wrong_length' }
  const bytes = bs58.decodeUnsafe(address)
  if (!bytes) return { ok: false, problem: 'wrong_characters' }
  if (bytes.length === signatureBytes) return { ok: false, problem: 'transaction_signature' }
  if (bytes.length !== publicKeyBytes) return { ok: false, problem: 'wrong_length' }
  return { ok: true, address }
}
