/** Hashes a text to a 32-bit number (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  }
  return value >>> 0
}

/**
 * Random numbers that depend only on their key. The thousandth user is always the same, so the stand-in can compute a
 * single page of a million rows.
 */
export class Random {
  #state: number

  constructor(...key: readonly (string | number)[]) {
    this.#state = hash(key.join('/'))
  }

  /** Returns a number from 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** Returns a whole number between two bounds, inclusive. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  pick<T>(from: readonly T[]): T {
    return from[this.int(0, from.length - 1)] as T
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.int(0, 255))
  }
}
