import bs58 from 'bs58'
import nacl from 'tweetnacl'

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
  const { publicKey, secretKey } = nacl.sign.keyPair()
  const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  const privateKey = { kty: 'OKP', crv: 'Ed25519', x: encoded(publicKey), d: encoded(secretKey.subarray(0, 32)) }
  return { address: bs58.encode(publicKey), privateKey }
}
