/** Half of the slots stay empty, so that a lookup compares few of them. */
const maxLoad = 0.5
const minSlots = 1024

/**
 * Remembers which records have been seen, as 63-bit hashes of their identities: 16 to 32 bytes a record,
 * however long the identity is. Among 1,000,000 records, two have the same hash with a probability of one
 * in 18 million.
 */
export class SeenRecords {
  // Two halves of a hash; both are 0 in an empty slot.
  #high = new Uint32Array(minSlots)
  #low = new Uint32Array(minSlots)
  #count = 0

  /** @returns whether the record was new. */
  add(identity: string): boolean {
    const [high, low] = hash(identity)
    const slot = this.#slotOf(high, low)
    if (this.#isTaken(slot)) return false
    this.#put(slot, high, low)
    this.#count += 1
    if (this.#count > this.#high.length * maxLoad) this.#grow()
    return true
  }

  #grow(): void {
    const [high, low] = [this.#high, this.#low]
    this.#high = new Uint32Array(2 * high.length)
    this.#low = new Uint32Array(2 * low.length)
    for (const [index, half] of high.entries()) {
      const other = low[index] ?? 0
      if (half !== 0 || other !== 0) this.#put(this.#slotOf(half, other), half, other)
    }
  }

  /** The slot that has the hash, or the empty one where it belongs. */
  #slotOf(high: number, low: number): number {
    const mask = this.#high.length - 1
    let slot = high & mask
    while (this.#isTaken(slot) && !(this.#high[slot] === high && this.#low[slot] === low)) slot = (slot + 1) & mask
    return slot
  }

  #isTaken(slot: number): boolean {
    return this.#high[slot] !== 0 || this.#low[slot] !== 0
  }

  #put(slot: number, high: number, low: number): void {
    this.#high[slot] = high
    this.#low[slot] = low
  }
}

/** Two independent 32-bit hashes: the multipliers are odd numbers without a common pattern of bits. */
function hash(text: string): [high: number, low: number] {
  let high = text.length
  let low = ~text.length
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x9e3779b1)
    high ^= high >>> 15
    low = Math.imul(low ^ unit, 0x85ebca6b)
    low ^= low >>> 13
  }
  // An empty slot is 0 and 0, so one bit of every hash is set.
  return [high >>> 0, (low | 1) >>> 0]
}
