import { recordJson, type Listed, type Suspicion, type WalkEvent, type WalkSummary } from '@/lib/service'

/** A part of an export: some rows, a pause that the service asks for, or the end of the walk that gave them. */
export type ExportPart<Row> =
  | {
      kind: 'rows'
      rows: readonly Listed<Row>[]
      suspicions?: readonly Suspicion[]
      /** The number of rows that the service lists, where it has more. */
      cutAt?: number | undefined
      /** The number of rows that the list has, by the service. */
      total?: number
    }
  | { kind: 'pause'; seconds: number }
  | { kind: 'end'; summary: WalkSummary }

/** A sentence about the file, at its end. */
export interface Remark {
  remark: string
}

/** The rows of a walk, or those of them that match. */
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

/** The rows of one call. */
export async function* partOf<Row>(rows: Promise<readonly Listed<Row>[]>): AsyncGenerator<ExportPart<Row>> {
  yield { kind: 'rows', rows: await rows }
}

/** A row as JSON; one that cannot be read is `{"unreadable": …}`, with what the service gave. */
export function exportJson(row: Listed<object> | Remark): string {
  if (!('unreadable' in row)) return recordJson(row)
  return `{"unreadable":${row.unreadable}}`
}
