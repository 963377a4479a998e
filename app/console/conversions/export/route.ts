import { requireOperator } from '@/lib/auth/user'
import { readDates } from '@/lib/console/conversion-query'
import type { CsvColumn } from '@/lib/console/csv'
import { exportResponse } from '@/lib/console/export'
import { conversionMessages } from '@/lib/messages/console-conversions'
import { walkConversions, type Conversion } from '@/lib/service'

/**
 * Under the interface's own names, in the order of its "Conversion record". A row has no place for the
 * breakdown: the CSV has how many users it lists, JSON has all of it.
 */
const columns: readonly CsvColumn<Conversion>[] = [
  { name: 'conversion_id', value: (conversion) => conversion.conversion_id },
  { name: 'converted_at', value: (conversion) => conversion.converted_at },
  { name: 'period_started_at', value: (conversion) => conversion.period_started_at },
  { name: 'period_ended_at', value: (conversion) => conversion.period_ended_at },
  { name: 'total_subnet_points_in_pool', value: (conversion) => conversion.total_subnet_points_in_pool },
  { name: 'gross_bolts_allocation', value: (conversion) => conversion.gross_bolts_allocation },
  { name: 'total_bolts_distributed', value: (conversion) => conversion.total_bolts_distributed },
  { name: 'user_bolts_distributed', value: (conversion) => conversion.user_bolts_distributed },
  { name: 'owner_bolts_distributed', value: (conversion) => conversion.owner_bolts_distributed },
  { name: 'user_breakdown_entries', value: (conversion) => conversion.user_breakdown.length },
]

/** Small pages, several of them ahead: at most 25 conversions with all their users are held at a time. */
const conversionsInPage = 5
const lookAhead = 4

/** All conversions of the chosen dates as a file. */
export async function GET(request: Request): Promise<Response> {
  await requireOperator()
  const filter = readDates(Object.fromEntries(new URL(request.url).searchParams))
  if (!filter.ok) return new Response(`${conversionMessages.export.wrongDates}\n`, { status: 400 })
  return exportResponse(request, {
    name: 'conversions',
    columns,
    rows: (access, options) =>
      walkConversions(access, { ...filter.dates, limit: conversionsInPage }, { ...options, lookAhead }),
  })
}
