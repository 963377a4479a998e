import type { Adapter } from '@solana/wallet-adapter-base'
import bs58 from 'bs58'

/*
 * Replaces four packages in the browser (see `next.config.mjs`). Three would be three quarters of the wallet code:
 * - `@solana/web3.js`: this app needs only public keys, because it makes no transactions and calls no RPC node. An
 *   adapter that needs more of it fails to build.
 * - `qrcode` and `@noble/curves/secp256k1.js`: the Mobile Wallet Adapter reaches another device with them.
 *
 * `@solana/wallet-standard-wallet-adapter-react` accepts every wallet that registers itself. A wallet without
 * `features` makes `WalletProvider` throw, which removes all wallets. `detected-wallets.ts` finds these wallets instead.
 */

const publicKeyBytes = 32

/** Of 32 bytes in base58. The time to decode grows with the square of the length. */
const maxBase58Length = 44

export class PublicKey {
  readonly #bytes: Uint8Array

  constructor(value: string | Iterable<number>) {
    if (typeof value === 'string' && value.length > maxBase58Length) throw new TypeError('Invalid public key input')
    this.#bytes = typeof value === 'string' ? bs58.decode(value) : Uint8Array.from(value)
    if (this.#bytes.length !== publicKeyBytes) throw new TypeError('Invalid public key input')
  }

  equals(other: PublicKey): boolean {
    return this.toBase58() === other.toBase58()
  }

  toBytes(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }

  toBase58(): string {
    return bs58.encode(this.#bytes)
  }
}

/** Adds no wallets to those that `more-wallets.tsx` gives to `WalletProvider`. */
export const useStandardWalletAdapters = (adapters: Adapter[]) => adapters

/** Everything else. Any use of it throws. */
const unused: object = new Proxy(
  {},
  {
    get(_target, name) {
      throw new Error(`${String(name)} is left out: see components/wallet/stubs.ts.`)
    },
  },
)

export {
  unused as Connection,
  unused as default,
  unused as Keypair,
  unused as schnorr,
  unused as Transaction,
  unused as VersionedMessage,
  unused as VersionedTransaction,
}
