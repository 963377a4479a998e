import { ServiceListError } from './errors'
import { isUnreadable, type Listed } from './listed'
import type { OperationName } from './operation-name'
import { maxPageSize, type Page } from './pages'

/**
 * The result of a walk that reached the end of the list.
 *
 * - `complete`: every page had the same total, that number of records arrived, and no record repeated within two pages.
 * - `changed`: the service added, removed or moved records during the walk. The walk has read the list to its end, but
 * the result may not match the list at any single time.
 */
export type WalkSummary =
  | ({ kind: 'complete' } & WalkCounts)
  | ({
      kind: 'changed'
      /** The totals of the first page and the last page. */
      firstTotal: number
      lastTotal: number
      /** Records that repeated within two pages. The walk yields only the first occurrence. */
      repeated: number
      /**
       * The max number of missed records. A record removed from an earlier page moves the following records forward. A
       * record added there moves them back, so that they repeat.
       */
      maybeMissing: number
    } & WalkCounts)

/** How a list changed during a walk. */
export type ListChange = Extract<WalkSummary, { kind: 'changed' }>

/** The record counts of a walk. */
export interface WalkCounts {
  /** Distinct records, including unreadable records. */
  records: number
  /** Unreadable records. The walk cannot detect repetitions among them. */
  unreadable: number
}

/** The min number of remembered records: the records of two pages. */
const minRemembered = 2 * maxPageSize

/**
 * Compares the records of a walk with the totals of the pages, and distinguishes a list that changes from pages that do
 * not add up.
 */
export class WalkTally<Item extends object> {
  readonly #operation: OperationName
  readonly #identityOf: (item: Item) => string
  /** Identities of the last records, in two sets, so that the older set can be dropped at once. */
  #latest = new Set<string>()
  #earlier = new Set<string>()
  #firstTotal: number | undefined
  #lastTotal = 0
  #hasTotalChanged = false
  #removed = 0
  #received = 0
  #repeated = 0
  #unreadable = 0

  /** @param identityOf - returns a text that is unique for each record. */
  constructor(operation: OperationName, identityOf: (item: Item) => string) {
    this.#operation = operation
    this.#identityOf = identityOf
  }

  /** Whether the number of received records has reached the total of the last counted page. */
  get hasAll(): boolean {
    return this.#received >= this.#lastTotal
  }

  /**
   * Counts a page.
   *
   * @returns its records, without records that one of the two previous pages had.
   * @throws ServiceListError if the pages are wrong
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
   * Ends the count at an empty page, or after the last page.
   *
   * @param total - the total of the page that ended the walk, if the walk has not counted that page.
   * @throws ServiceListError if the list has more records than arrived
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

  /**
   * Remembers a record, and reports whether it is new. Records that are added before it can move it to one of the next
   * pages, where it repeats.
   */
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
