import type { ConsoleTexts } from '@/lib/messages/keys'
import type { ServiceAccess, WalkEvent, WalkOptions } from '@/lib/service'
import type { ListDeclaration } from './list'
import { matcher } from './select'

export type ExportPart<Row> =
  | {
      kind: 'rows'
      rows: readonly Row[]
      /** The number of other rows. */
      unreadable?: number | undefined
      /** The number of rows that the service lists at most, if it has more. */
      cutAt?: number | undefined
      /** The number of rows in the whole list, as the service reports it. */
      total?: number
    }
  | Extract<WalkEvent<Row>, { kind: 'pause' | 'failed' | 'end' }>

/** Yields the rows of a list that match the query, at the caller's pace. */
export async function* rowsOfList<Row extends object, Filter>(
  list: Pick<ListDeclaration<Row, Filter>, 'source' | 'columns' | 'find' | 'where'>,
  { find = '', filter }: { find?: string; filter: Filter },
  access: ServiceAccess,
  options: WalkOptions,
): AsyncGenerator<ExportPart<Row>, void, undefined> {
  const { source } = list
  const isMatch = matcher(list, { find, filter })
  switch (source.kind) {
    case 'paged':
      yield* partsOf(source.walk(access, filter, options), isMatch)
      break
    case 'whole': {
      const result = await source.read(access, filter, options)
      if (!result.ok) return yield { kind: 'failed', error: result.error }
      const { rows, ...rest } = result.data
      yield { kind: 'rows', rows: rows.filter(isMatch), ...rest }
      break
    }
    case 'newest':
      for await (const rows of source.all(filter)) yield { kind: 'rows', rows }
  }
}

export async function* partsOf<Row>(
  events: AsyncIterable<WalkEvent<Row>>,
  isMatch: (row: Row) => boolean = () => true,
): AsyncGenerator<ExportPart<Row>, void, undefined> {
  for await (const event of events) {
    if (event.kind !== 'page') yield event
    else yield { kind: 'rows', ...event.page, rows: event.page.items.filter(isMatch) }
  }
}

export class ExportRemarks {
  #unreadable = 0
  #hasChanged = false
  #cutAt: number | undefined

  add(part: ExportPart<object>): void {
    if (part.kind === 'end') this.#hasChanged = part.hasChanged
    if (part.kind !== 'rows') return
    this.#unreadable += part.unreadable ?? 0
    this.#cutAt = part.cutAt ?? this.#cutAt
  }

  /** Explains why rows may be missing or wrong. */
  texts(t: ConsoleTexts): string[] {
    return [
      ...(this.#unreadable > 0 ? [t('shared.unreadable', { count: this.#unreadable })] : []),
      ...(this.#hasChanged ? [t('shared.exports.changed')] : []),
      ...(this.#cutAt === undefined ? [] : [t('shared.exports.listCut', { limit: this.#cutAt })]),
    ]
  }
}
