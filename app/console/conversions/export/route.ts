import { exportTexts } from '@/components/console/shared/export-texts'
import { conversionsJson } from '@/lib/console/conversions/export'
import { readDateFilter } from '@/lib/console/conversions/query'
import { amountColumns, fieldColumns, type CsvColumn } from '@/lib/console/shared/csv'
import { exportResponse, partsOf } from '@/lib/console/shared/export'
import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { textResponse } from '@/lib/console/shared/responses'
import { consoleTexts } from '@/lib/skin/texts'
import { streamConversions, walkConversions, type Conversion } from '@/lib/service'

export { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/**
 * The fields of the interface's "Conversion record", in its order. A CSV row has no place for the breakdown, so
 * it has the number of its entries. JSON has the whole breakdown.
 */
const columns: readonly CsvColumn<Conversion>[] = [
  ...fieldColumns(['conversion_id', 'converted_at', 'period_started_at', 'period_ended_at']),
  ...amountColumns([
    'total_subnet_points_in_pool',
    'gross_bolts_allocation',
    'total_bolts_distributed',
    'user_bolts_distributed',
    'owner_bolts_distributed',
  ]),
  { name: 'user_breakdown_entries', value: (conversion) => conversion.breakdown.entries },
]

/** All conversions of the chosen dates, as a file. */
export async function GET(request: Request): Promise<Response> {
  const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
  if (operator instanceof Response) return operator
  const filter = readDateFilter(Object.fromEntries(new URL(request.url).searchParams))
  if (!filter.ok) return textResponse(400, consoleTexts()('conversions.export.wrongDates'))
  return exportResponse(request, operator, {
    name: 'conversions',
    columns,
    rows: (access, options) => partsOf(walkConversions(access, filter.dates, options)),
    json: (access, options) => conversionsJson(streamConversions(access, filter.dates, options), exportTexts()),
    texts: exportTexts(),
  })
}
