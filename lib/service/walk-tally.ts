import { ServiceListError } from './errors'
import { isUnreadable, type Listed } from './listed'
import type { OperationName } from './operation-name'
import { maxPageSize, type Page } from './pages'

/**
 * The result of a walk that reached the end of the list.
 *
 * - `complete`: every page had the same total, exactly that many records came, and none came again within
 *   two pages.
 * - `changed`: records were added, removed or moved while the walk was under way. It has read the list to
 *   its end, but not as it was at any one time.
 */
export type WalkSummary =
  | ({ kind: 'complete' } & WalkCounts)
  | ({
      kind: 'changed'
      /** The total that the first page gave, and the one that the last page gave. */
      firstTotal: number
      lastTotal: number
      /** Records that came again within two pages. The walk hands over the first occurrence only. */
      repeated: number
      /**
       * How many records the walk can have missed at most: one that is removed from an earlier page moves
       * the following ones forward, and one that is added there moves them back, so that they come twice.
       */
      maybeMissing: number
    } & WalkCounts)

/** What came in a walk. */
export interface WalkCounts {
  /** Different records, with those that cannot be read. */
  records: number
  /** Records that cannot be read. Whether one of them came twice is not known. */
  unreadable: number
}

/** How many of the last records are remembered at least: those of two pages. */
const minRemembered = 2 * maxPageSize

/**
 * Counts the records of a walk against the totals that the pages give, and distinguishes a list that
 * changes from pages that do not add up.
 */
export class WalkTally<Item extends object> {
  readonly #operation: OperationName
  readonly #identityOf: (item: Item) => string
  /** Identities of the last records, in two parts, so that the older part can be forgotten at once. */
  #latest = new Set<string>()
  #earlier = new Set<string>()
  #firstTotal: number | undefined
  #lastTotal = 0
  #hasTotalChanged = false
  #removed = 0
  #received = 0
  #repeated = 0
  #unreadable = 0

  /** @param identityOf - a text that two different records never have in common. */
  constructor(operation: OperationName, identityOf: (item: Item) => string) {
    this.#operation = operation
    this.#identityOf = identityOf
  }

  /** Whether as many records have come as the list has, by the page that was counted last. */
  get hasAll(): boolean {
    return this.#received >= this.#lastTotal
  }

  /**
   * Counts a page.
   *
   * @returns its records without those that one of the two pages before it had.
   * @throws ServiceListError where the pages cannot be right
   */
  count({ items, page, total }: Page<Item>): Listed<Item>[] {
    this.#countTotal(total)
    const newItems = items.filter((item) => isUnreadable(item) || this.#isNew(this.#identityOf(item)))
    this.#unreadable += items.filter(isUnreadable).length
    this.#received += items.length
    this.#repeated += items.length - newItems.length
    const isRepeated = page > 1 && items.length > 0 && newItems.length === 0
    if (isRepeated && !this.#hasTotalChanged) throw this.#error('repeated_page')
    if (this.#received > this.#lastTotal && !this.#hasTotalChanged) throw this.#error('too_many_records')
    const maxRecords = 2 * (this.#firstTotal ?? 0) + maxPageSize
    if (this.#received > maxRecords) throw this.#error('endless')
    return newItems
  }

  /**
   * Ends the count at a page without records, or after the last page.
   *
   * @param total - the total that the page without records gave.
   * @throws ServiceListError where fewer records came than the list has
   */
  end(total = this.#lastTotal): WalkSummary {
    this.#countTotal(total)
    if (!this.hasAll) throw this.#error('too_few_records')
    const records = this.#received - this.#repeated
    const counts = { records, unreadable: this.#unreadable }
    if (!this.#hasTotalChanged && this.#repeated === 0) return { kind: 'complete', ...counts }
    return {
      kind: 'changed',
      ...counts,
      firstTotal: this.#firstTotal ?? 0,
      lastTotal: this.#lastTotal,
      repeated: this.#repeated,
      maybeMissing: this.#repeated + this.#removed,
    }
  }

  /** Remembers a record. Others that are added before it move it to one of the next pages, where it comes again. */
  #isNew(identity: string): boolean {
    if (this.#latest.has(identity) || this.#earlier.has(identity)) return false
    if (this.#latest.size >= minRemembered) {
      this.#earlier = this.#latest
      this.#latest = new Set()
    }
    this.#latest.add(identity)
    return true
  }

  #countTotal(total: number): void {
    if (this.#firstTotal === undefined) this.#firstTotal = total
    else if (total !== this.#lastTotal) {
      this.#hasTotalChanged = true
      this.#removed += Math.max(this.#lastTotal - total, 0)
    }
    this.#lastTotal = total
  }

  #error(problem: ServiceListError['problem']): ServiceListError {
    return new ServiceListError(this.#operation, problem, { received: this.#received, total: this.#lastTotal })
  }
}
