import 'server-only'
import type { KeptRows } from '@/lib/console/shared/kept-walk'
import { readService } from '@/lib/console/shared/service'
import type { NumberedRow, PageSelection } from '@/lib/console/shared/sort'
import { listConversions, type Suspicion } from '@/lib/service'
import { readAllConversions, selectConversions, type ConversionKey } from './all'
import { rowsOf, type ConversionRow } from './breakdown-totals'
import type { ConversionDates } from './query'

type Walk = KeptRows<ConversionRow>

/** The content of the list: a page of rows, the progress of the walk over all rows, or the problem. */
export type ConversionListing =
  | {
      kind: 'rows'
      rows: NumberedRow<ConversionRow>[]
      page: number
      limit: number
      total: number
      suspicions: readonly Suspicion[]
      /** The walk that has the rows; null if they are a page of the service. */
      walk: Extract<Walk, { kind: 'read' }> | null
    }
  | Exclude<Walk, { kind: 'read' }>

/** Which conversions the list shows. */
interface ListSelection extends PageSelection<ConversionKey> {
  dates: ConversionDates
  /** Reads sorted rows again if they are from this time or earlier. */
  after: number | undefined
}

/**
 * Reads a page of the conversions. Without a sort, the service returns the page. With a sort, this
 * function selects the page from all conversions.
 */
export async function readConversionList({ dates, after, ...selection }: ListSelection): Promise<ConversionListing> {
  const { sort, page, limit } = selection
  if (sort === null) {
    const read = await readService((access, options) => listConversions(access, { ...dates, page, limit }, options))
    if (!read.ok) return { kind: 'failed', problem: read.problem }
    const { items, ...extent } = read.data
    const first = (extent.page - 1) * extent.limit + 1
    return {
      kind: 'rows',
      rows: rowsOf(items).map((row, index) => ({ row, position: first + index })),
      ...extent,
      walk: null,
    }
  }
  const walk = await readAllConversions(dates, { after })
  if (walk.kind !== 'read') return walk
  return {
    kind: 'rows',
    ...selectConversions(walk.rows, selection),
    page,
    limit,
    suspicions: walk.suspicions,
    walk,
  }
}
