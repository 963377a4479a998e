import type { ServiceNames, Suspicion, WalkSummary } from '@/lib/service'
import type { ListChange } from './list-change'

/** Records that lie outside the dates that were requested, and the names that the service may not know. */
export interface OutsideDates {
  count: number
  names: readonly (keyof ServiceNames)[]
}

/** The texts of what is known against a file. They are at its end. */
export interface RemarkTexts {
  /** So many records cannot be read. */
  unreadable: (count: number) => string
  changed: (change: ListChange) => string
  outsideDates: (outside: OutsideDates) => string
}

/** Collects what is known against a file while it is written. */
export class ExportRemarks {
  #unreadable = 0
  #change: ListChange | undefined
  #outside = 0
  readonly #names = new Set<keyof ServiceNames>()

  addUnreadable(count: number): void {
    this.#unreadable += count
  }

  /** Only the dates decide what is in a file. Walks cope with pages of other sizes. */
  addSuspicions(suspicions: readonly Suspicion[]): void {
    for (const suspicion of suspicions) {
      if (suspicion.kind !== 'outside_dates') continue
      this.#outside += suspicion.count
      for (const name of suspicion.names) this.#names.add(name)
    }
  }

  addSummary(summary: WalkSummary): void {
    if (summary.kind === 'changed') this.#change = summary
  }

  /** In the words of `texts`; none if nothing is known against the file. */
  texts(texts: RemarkTexts): string[] {
    return [
      ...(this.#outside > 0 ? [texts.outsideDates({ count: this.#outside, names: [...this.#names] })] : []),
      ...(this.#unreadable > 0 ? [texts.unreadable(this.#unreadable)] : []),
      ...(this.#change ? [texts.changed(this.#change)] : []),
    ]
  }
}
