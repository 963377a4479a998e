import type { Adapter } from '@solana/wallet-adapter-base'
import bs58 from 'bs58'
import { isMobileWallet, leaveToReachApps } from '@/components/wallet/mobile-wallet'
import { problemOf, type SimpleProblem } from '@/components/wallet/wallet-problem'

type Answer<Fields> = ({ ok: true } & Fields) | { ok: false; problem: SimpleProblem }

/**
 * Connects a wallet.
 *
 * Some adapters return from `connect()` before the wallet has answered: the mobile one always does, any
 * other while an earlier call still waits. So the answer is taken from the adapter's events as well.
 *
 * @param signal - ends the listening; the wallet cannot be called back.
 */
export async function connectTo(adapter: Adapter, signal: AbortSignal): Promise<Answer<{ address: string }>> {
  if (isMobileWallet(adapter)) {
    const leave = await leaveToReachApps()
    if (leave !== 'given') return { ok: false, problem: leave === 'asked' ? 'apps_allowed' : 'apps_blocked' }
  }
  const answer = nextAnswer(adapter, signal)
  try {
    await adapter.connect()
  } catch (error) {
    return { ok: false, problem: problemOf(error, 'connecting') }
  }
  return adapter.publicKey ? { ok: true, address: adapter.publicKey.toBase58() } : answer
}

function nextAnswer(adapter: Adapter, signal: AbortSignal): Promise<Answer<{ address: string }>> {
  return new Promise((resolve) => {
    const onConnect: Parameters<typeof adapter.on<'connect'>>[1] = (publicKey) => {
      stop()
      resolve({ ok: true, address: publicKey.toBase58() })
    }
    const onError = (error: unknown) => {
      stop()
      resolve({ ok: false, problem: problemOf(error, 'connecting') })
    }
    const stop = () => {
      adapter.off('connect', onConnect)
      adapter.off('error', onError)
    }
    adapter.on('connect', onConnect)
    adapter.on('error', onError)
    signal.addEventListener('abort', stop)
  })
}

/** Whether the wallet can sign a text at all, as far as it says before it is asked to. */
export function canSign(adapter: Adapter): boolean {
  return 'signMessage' in adapter && adapter.signMessage !== undefined
}

/**
 * Has a wallet sign the UTF-8 bytes of the message, and nothing else.
 *
 * @returns the signature in base58, where it is this address's own over exactly these bytes.
 */
export async function signWith(
  adapter: Adapter,
  { message, address }: { message: string; address: string },
): Promise<Answer<{ signature: string }>> {
  if (!('signMessage' in adapter)) return { ok: false, problem: 'cannot_sign' }
  const bytes = new TextEncoder().encode(message)
  try {
    const signature = await adapter.signMessage(bytes)
    const isGenuine = await isSignatureOf({ bytes, signature, address })
    return isGenuine ? { ok: true, signature: bs58.encode(signature) } : { ok: false, problem: 'wrong_signature' }
  } catch (error) {
    return { ok: false, problem: problemOf(error, 'signing') }
  }
}

/**
 * Tells the user at once where a wallet has signed something else, wrapped the message, or used another
 * account. The server decides: in a browser without Ed25519 everything passes here.
 */
async function isSignatureOf({
  bytes,
  signature,
  address,
}: {
  bytes: Uint8Array<ArrayBuffer>
  signature: Uint8Array
  address: string
}): Promise<boolean> {
  try {
    const raw = Uint8Array.from(bs58.decode(address))
    const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), bytes)
  } catch {
    return true
  }
}
