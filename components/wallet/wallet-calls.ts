import type { Adapter } from '@solana/wallet-adapter-base'
import bs58 from 'bs58'
import { walletFailureOf, type SimpleFailure } from '@/lib/wallets/errors'
import { isMobileWallet, requestLoopbackPermission } from './mobile-wallet'

type WalletResult<Fields> = ({ ok: true } & Fields) | { ok: false; problem: SimpleFailure }

/**
 * Connects a wallet. It waits for events, because the Mobile Wallet Adapter returns from `connect()` before the wallet
 * has responded. The wallet's own prompt cannot be cancelled.
 */
export async function connectTo(adapter: Adapter): Promise<WalletResult<{ address: string }>> {
  const problem = isMobileWallet(adapter) ? await requestLoopbackPermission() : null
  if (problem) return { ok: false, problem }
  try {
    const address = await new Promise<string>((resolve, reject) => {
      const answer = () => adapter.publicKey && resolve(adapter.publicKey.toBase58())
      adapter.once('connect', answer)
      adapter.once('error', reject)
      adapter.connect().then(answer, reject)
    })
    return { ok: true, address }
  } catch (error) {
    return { ok: false, problem: walletFailureOf(error, 'connecting') }
  }
}

export const canSign = (adapter: Adapter): boolean => 'signMessage' in adapter && adapter.signMessage !== undefined

const signatureBytes = 64
/** In characters of hexadecimal text, the longest. Decoding base58 takes quadratic time. */
const maxSignatureLength = '0x'.length + 2 * signatureBytes

/**
 * Asks a wallet to sign the UTF-8 bytes of the message.
 *
 * @returns the signature in base58, or the problem, such as one by another address or of other bytes.
 */
export async function signWith(
  adapter: Adapter,
  { message, address }: { message: string; address: string },
): Promise<WalletResult<{ signature: string }>> {
  if (!('signMessage' in adapter)) return { ok: false, problem: 'cannot_sign' }
  const bytes = new TextEncoder().encode(message)
  try {
    for (const signature of signaturesIn(await adapter.signMessage(bytes))) {
      if (await isValidSignature(signature, bytes, address)) return { ok: true, signature: bs58.encode(signature) }
    }
    return { ok: false, problem: 'wrong_signature' }
  } catch (error) {
    return { ok: false, problem: walletFailureOf(error, 'signing') }
  }
}

const decoders: ((text: string) => Iterable<number>)[] = [
  (text) => bs58.decode(text),
  (text) => Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0)),
  (text) => (text.match(/[\da-f]{2}/gi) ?? []).map((byte) => parseInt(byte, 16)),
]

/** Some wallets return an array, JSON of bytes, or a text in base58, base64 or hexadecimal. A text can be ambiguous. */
function signaturesIn(answer: unknown): Uint8Array<ArrayBuffer>[] {
  const { data = answer } = Object(answer)
  const isText = typeof answer === 'string' && answer.length <= maxSignatureLength
  const ways = isText ? decoders.map((decode) => () => decode(answer)) : [() => Object.values<number>(data)]
  return ways.flatMap((read) => {
    try {
      const bytes = Uint8Array.from(read())
      return bytes.length === signatureBytes ? [bytes] : []
    } catch {
      return []
    }
  })
}

/** Shows the user a mistake immediately. The server decides: browsers without Ed25519 accept every signature here. */
async function isValidSignature(
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
  address: string,
): Promise<boolean> {
  try {
    const raw = Uint8Array.from(bs58.decode(address))
    const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, signature, message)
  } catch {
    return true
  }
}
