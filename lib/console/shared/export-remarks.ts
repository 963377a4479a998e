import type { Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'
import { isUnreadable, type ListChange } from '@/lib/service'
import type { ExportPart } from './export-parts'
import { variablesOf } from './open-names'

/** The number of records outside the requested dates, and the variables whose values the service may not accept. */
export interface OutsideDates {
  count: number
  variables: readonly string[]
}

/** The texts of the remarks at the end of a file. They explain why the file may be incomplete or wrong. */
export interface RemarkTexts {
  /** The file has this number of unreadable records. */
  unreadable: (count: number) => string
  changed: (change: ListChange) => string
  outsideDates: (outside: OutsideDates) => string
  /** The service listed only this number of rows, but has more. */
  listCut: (limit: number) => string
  /** The export broke off after this number of rows. */
  brokeOff: (count: number) => string
}

/** Collects the remarks on a file during the export. */
export class ExportRemarks {
  #unreadable = 0
  #change: ListChange | undefined
  #outside = 0
  #cutAt: number | undefined
  readonly #variables = new Set<string>()

  add(part: ExportPart<object>): void {
    if (part.kind === 'end' && part.summary.kind === 'changed') this.#change = part.summary
    if (part.kind !== 'rows') return
    this.#unreadable += part.rows.filter(isUnreadable).length
    this.#cutAt = part.cutAt ?? this.#cutAt
    for (const suspicion of part.suspicions ?? []) {
      // Only wrong dates change the rows of a file. A walk works with pages of any size.
      if (suspicion.kind !== 'outside_dates') continue
      this.#outside += suspicion.count
      for (const variable of variablesOf(suspicion)) this.#variables.add(variable)
    }
  }

  /** Whether rows may be missing or wrong. A list that changed during the walk may still be complete. */
  get isDoubtful(): boolean {
    const mayMiss = this.#change !== undefined && this.#change.maybeMissing > 0
    return mayMiss || this.#outside > 0 || this.#unreadable > 0 || this.#cutAt !== undefined
  }

  /** Returns the remarks in the words of `texts`. */
  texts(texts: RemarkTexts): string[] {
    return [
      ...(this.#outside > 0 ? [texts.outsideDates({ count: this.#outside, variables: [...this.#variables] })] : []),
      ...(this.#unreadable > 0 ? [texts.unreadable(this.#unreadable)] : []),
      ...(this.#change ? [texts.changed(this.#change)] : []),
      ...(this.#cutAt === undefined ? [] : [texts.listCut(this.#cutAt)]),
    ]
  }
}

/** Returns the texts of remarks in the console's language. */
export const remarkTexts = (t: ConsoleTexts, list: Formats['list']): RemarkTexts => ({
  unreadable: (count) => t('shared.exports.unreadable', { count }),
  changed: ({ firstTotal, lastTotal, repeated, maybeMissing }) =>
    [
      t('shared.exports.changed', { firstTotal, lastTotal }),
      ...(repeated > 0 ? [t('shared.exports.repeated', { count: repeated })] : []),
      maybeMissing > 0 ? t('shared.exports.mayBeMissing', { count: maybeMissing }) : t('shared.exports.noneMissing'),
    ].join(' '),
  listCut: (limit) => t('shared.exports.listCut', { limit }),
  brokeOff: (count) => t('shared.exports.brokeOff', { count }),
  outsideDates: ({ count, variables }) => t('shared.outsideDates', { count, variables: list(variables) }),
})
