import type { Suspicion, WalkSummary } from '@/lib/service'
import { variablesOf } from './open-names'
import type { ListChange } from './search'

/** Records that lie outside the dates that were requested, and the variables whose names the service may not know. */
export interface OutsideDates {
  count: number
  variables: readonly string[]
}

/** The texts of what is known against a file. They are at its end. */
export interface RemarkTexts {
  /** So many records cannot be read. */
  unreadable: (count: number) => string
  changed: (change: ListChange) => string
  outsideDates: (outside: OutsideDates) => string
  /** The service listed so many rows, and has more. */
  listCut: (limit: number) => string
}

/** Collects what is known against a file while it is written. */
export class ExportRemarks {
  #unreadable = 0
  #change: ListChange | undefined
  #outside = 0
  #cutAt: number | undefined
  readonly #variables = new Set<string>()

  addUnreadable(count: number): void {
    this.#unreadable += count
  }

  /** Only the dates decide what is in a file. Walks cope with pages of other sizes. */
  addSuspicions(suspicions: readonly Suspicion[]): void {
    for (const suspicion of suspicions) {
      if (suspicion.kind !== 'outside_dates') continue
      this.#outside += suspicion.count
      for (const variable of variablesOf(suspicion)) this.#variables.add(variable)
    }
  }

  addCut(cutAt: number | undefined): void {
    this.#cutAt = cutAt ?? this.#cutAt
  }

  addSummary(summary: WalkSummary): void {
    if (summary.kind === 'changed') this.#change = summary
  }

  /** In the words of `texts`; none if nothing is known against the file. */
  texts(texts: RemarkTexts): string[] {
    return [
      ...(this.#outside > 0 ? [texts.outsideDates({ count: this.#outside, variables: [...this.#variables] })] : []),
      ...(this.#unreadable > 0 ? [texts.unreadable(this.#unreadable)] : []),
      ...(this.#change ? [texts.changed(this.#change)] : []),
      ...(this.#cutAt === undefined ? [] : [texts.listCut(this.#cutAt)]),
    ]
  }
}
