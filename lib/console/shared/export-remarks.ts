import type { ConsoleTexts } from '@/lib/messages/keys'
import { isUnreadable } from '@/lib/service'
import type { ExportPart } from './export-parts'
import type { ListChange } from './search'

/** The texts of the remarks at the end of a file. They explain why the file may be incomplete or wrong. */
export interface RemarkTexts {
  /** The file has this number of unreadable records. */
  unreadable: (count: number) => string
  changed: (change: ListChange) => string
  /** The service listed only this number of rows, but has more. */
  listCut: (limit: number) => string
  /** The export broke off after this number of rows. */
  brokeOff: (count: number) => string
}

/** Collects the remarks on a file during the export. */
export class ExportRemarks {
  #unreadable = 0
  #change: ListChange | undefined
  #cutAt: number | undefined

  add(part: ExportPart<object>): void {
    if (part.kind === 'end' && part.summary.kind === 'changed') this.#change = part.summary
    if (part.kind !== 'rows') return
    this.#unreadable += part.rows.filter(isUnreadable).length
    this.#cutAt = part.cutAt ?? this.#cutAt
  }

  /** Whether rows may be missing or wrong. A list that changed during the walk may still be complete. */
  get isDoubtful(): boolean {
    const mayMiss = this.#change !== undefined && this.#change.maybeMissing > 0
    return mayMiss || this.#unreadable > 0 || this.#cutAt !== undefined
  }

  /** Returns the remarks in the words of `texts`. */
  texts(texts: RemarkTexts): string[] {
    return [
      ...(this.#unreadable > 0 ? [texts.unreadable(this.#unreadable)] : []),
      ...(this.#change ? [texts.changed(this.#change)] : []),
      ...(this.#cutAt === undefined ? [] : [texts.listCut(this.#cutAt)]),
    ]
  }
}

/** Returns the texts of remarks in the console's language. */
export const remarkTexts = (t: ConsoleTexts): RemarkTexts => ({
  unreadable: (count) => t('shared.exports.unreadable', { count }),
  changed: ({ firstTotal, lastTotal, repeated, maybeMissing }) =>
    [
      t('shared.exports.changed', { firstTotal, lastTotal }),
      ...(repeated > 0 ? [t('shared.exports.repeated', { count: repeated })] : []),
      maybeMissing > 0 ? t('shared.exports.mayBeMissing', { count: maybeMissing }) : t('shared.exports.noneMissing'),
    ].join(' '),
  listCut: (limit) => t('shared.exports.listCut', { limit }),
  brokeOff: (count) => t('shared.exports.brokeOff', { count }),
})
