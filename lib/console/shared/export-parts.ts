import type { Listed, Suspicion, WalkEvent, WalkSummary } from '@/lib/service'

/** A part of an export: some rows, a pause that the service asks for, or the end of the walk. */
export type ExportPart<Row> =
  | {
      kind: 'rows'
      rows: readonly Listed<Row>[]
      suspicions?: readonly Suspicion[]
      /** The maximum number of rows that the service lists, if it has more. */
      cutAt?: number | undefined
      /** The number of rows in the whole list, as the service reports it. */
      total?: number
    }
  | { kind: 'pause'; seconds: number }
  | { kind: 'end'; summary: WalkSummary }

/** A sentence about the file. It is at the end of the file. */
export interface Remark {
  remark: string
}

/** Yields the events of a walk as parts, with only the matching rows. By default, all rows match. */
export async function* partsOf<Row>(
  events: AsyncIterable<WalkEvent<Row>>,
  isMatch: (row: Listed<Row>) => boolean = () => true,
): AsyncGenerator<ExportPart<Row>, void, undefined> {
  for await (const event of events) {
    if (event.kind === 'page') {
      const { items, suspicions, total } = event.page
      yield { kind: 'rows', rows: items.filter(isMatch), suspicions, total }
    } else yield event
  }
}

/** Yields the rows of one call. */
export async function* partOf<Row>(rows: Promise<readonly Listed<Row>[]>): AsyncGenerator<ExportPart<Row>> {
  yield { kind: 'rows', rows: await rows }
}

/** Writes a row as JSON. An unreadable row becomes `{"unreadable": …}` with the service's JSON. */
export function exportJson(row: Listed<object> | Remark): string {
  if (!('unreadable' in row)) return JSON.stringify(row)
  return `{"unreadable":${row.unreadable}}`
}
