import type { OperationName } from './operations/name'

interface Queued {
  operation: OperationName
  times: number
}

/** Items that a test has prepared for the next calls of each operation, first in, first out. */
export class OperationQueue<Item extends Queued> {
  #items: Item[] = []

  add(item: Item): void {
    this.#items.push({ ...item })
  }

  /** Returns the next item for the operation. Removes the item after its last use. */
  take(operation: OperationName): Item | null {
    const item = this.#items.find((candidate) => candidate.operation === operation)
    if (!item) return null
    item.times -= 1
    if (item.times <= 0) this.#items = this.#items.filter((candidate) => candidate !== item)
    return item
  }

  reset(): void {
    this.#items = []
  }
}
