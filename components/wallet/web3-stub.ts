import bs58 from 'bs58'

/*
 * Replaces `@solana/web3.js` in the browser (see `next.config.mjs`). The whole package is larger than the rest of the
 * wallet code together, and the adapters only need public keys to connect and to sign a message. The adapters also
 * import other classes, which throw on use. This app creates no transactions and calls no RPC node.
 */

const publicKeyBytes = 32

/** The max length of 32 bytes in base58. The time to decode a text grows with the square of its length. */
const maxBase58Length = 44

/** The part of web3.js's `PublicKey` that the adapters use. */
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

  toString(): string {
    return this.toBase58()
  }
}

export {
  unusedModule as Connection,
  unusedModule as Keypair,
  unusedModule as Transaction,
  unusedModule as VersionedMessage,
  unusedModule as VersionedTransaction,
} from './unused-module'
