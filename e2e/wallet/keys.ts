import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import bs58 from 'bs58'

/** An account of the test wallet, with a private key that a browser can import. */
export interface WalletAccount {
  address: string
  privateKey: { kty: string; crv: string; x: string; d: string }
}

/** The account of `dora` in people.ts. Its private key is public, so the account is worthless. */
export const doraAccount: WalletAccount = {
  address: 'A2qpi9PctkVxtuZmTnfSMdQ6E1vXtFkfzEcmF9r5mSqv',
  privateKey: {
    kty: 'OKP',
    crv: 'Ed25519',
    x: 'hjH3jd_f3WX1IU0HW3Ror_n6WClmrMaB_Jlzc0qTpVk',
    d: 'K6i7VfTiXJO_i8fiZHjWsZ7SB4epdFN7-gz-EG_1UDc',
  },
}

/** Makes a new account with an Ed25519 key. */
export function newAccount(): WalletAccount {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  // Not exported as JWK, for the reason of `readAgain` in e2e/idp/tokens.ts.
  const x = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const d = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const encoded = { x: x.toString('base64url'), d: d.toString('base64url') }
  return { address: bs58.encode(x), privateKey: { kty: 'OKP', crv: 'Ed25519', ...encoded } }
}

/** Returns an account's signature of a message. */
export function signAs({ privateKey }: WalletAccount, message: string | Uint8Array): Buffer {
  return sign(null, Buffer.from(message), createPrivateKey({ key: { ...privateKey }, format: 'jwk' }))
}
