import bs58 from 'bs58'
import nacl from 'tweetnacl'
import type { PressedConnect } from '../stand-in/control/messages'

/** Makes a wallet with a new key and real signatures. */
export function newWallet() {
  const { publicKey, secretKey } = nacl.sign.keyPair()
  return {
    address: bs58.encode(publicKey),
    sign: ({ request_id, nonce }: Pick<PressedConnect, 'request_id' | 'nonce'>) => {
      const message = new TextEncoder().encode(`service-connect:${request_id}:${nonce}`)
      return bs58.encode(nacl.sign.detached(message, secretKey))
    },
  }
}
