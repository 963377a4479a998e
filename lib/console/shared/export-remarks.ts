import type { Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'
import { isUnreadable } from '@/lib/service'
import type { ExportPart } from './export-parts'
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

  add(part: ExportPart<object>): void {
    if (part.kind === 'end' && part.summary.kind === 'changed') this.#change = part.summary
    if (part.kind !== 'rows') return
    this.#unreadable += part.rows.filter(isUnreadable).length
    this.#cutAt = part.cutAt ?? this.#cutAt
    for (const suspicion of part.suspicions ?? []) {
      // Only the dates decide what is in a file. Walks cope with pages of other sizes.
      if (suspicion.kind !== 'outside_dates') continue
      this.#outside += suspicion.count
      for (const variable of variablesOf(suspicion)) this.#variables.add(variable)
    }
  }

  /** Whether rows may be missing or wrong. A list that has changed on the way may still have come whole. */
  get isDoubtful(): boolean {
    const mayMiss = this.#change !== undefined && this.#change.maybeMissing > 0
    return mayMiss || this.#outside > 0 || this.#unreadable > 0 || this.#cutAt !== undefined
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

/** The texts of remarks, in the words of the console. */
export const remarkTexts = (t: ConsoleTexts, list: Formats['list']): RemarkTexts => ({
  unreadable: (count) => t('shared.exports.unreadable', { count }),
  changed: ({ firstTotal, lastTotal, repeated, maybeMissing }) =>
    [
      t('shared.exports.changed', { firstTotal, lastTotal }),
      ...(repeated > 0 ? [t('shared.exports.repeated', { count: repeated })] : []),
      maybeMissing > 0 ? t('shared.exports.mayBeMissing', { count: maybeMissing }) : t('shared.exports.noneMissing'),
    ].join(' '),
  listCut: (limit) => t('shared.exports.listCut', { limit }),
  outsideDates: ({ count, variables }) => t('shared.outsideDates', { count, variables: list(variables) }),
})
