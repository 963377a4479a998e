import bs58 from 'bs58'

/*
 * What the wallet adapters need of `@solana/web3.js` for connecting and signing a text: public keys.
 * `next.config.mjs` puts this file in its place in the browser, where the whole package is larger than
 * everything else of the wallet part together. Transactions are named here because the adapters import
 * them, and fail at once: this app makes none, and asks no RPC node anything.
 */

const publicKeyBytes = 32

/** The part of web3.js's class of this name that adapters use. */
export class PublicKey {
  readonly #bytes: Uint8Array

  constructor(value: string | Iterable<number>) {
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

  toString(): string {
    return this.toBase58()
  }
}

export {
  leftOut as Connection,
  leftOut as Keypair,
  leftOut as Transaction,
  leftOut as VersionedMessage,
  leftOut as VersionedTransaction,
} from '@/components/wallet/left-out'
