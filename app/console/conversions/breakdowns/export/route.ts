import { exportTexts } from '@/components/console/shared/export-texts'
import { requireOperator } from '@/lib/auth/user'
import { allBreakdownParts, lineColumns } from '@/lib/console/conversions/all-breakdowns'
import { readDateFilter } from '@/lib/console/conversions/query'
import { exportResponse } from '@/lib/console/shared/export'
import { textResponse } from '@/lib/console/shared/responses'
import { consoleTexts } from '@/lib/skin/texts'
import { streamConversions } from '@/lib/service'

export { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** The breakdowns of all conversions of the chosen dates, as one file. */
export async function GET(request: Request): Promise<Response> {
  const operator = await requireOperator()
  const filter = readDateFilter(Object.fromEntries(new URL(request.url).searchParams))
  if (!filter.ok) return textResponse(400, consoleTexts()('conversions.export.wrongDates'))
  return exportResponse(request, operator, {
    name: 'breakdowns',
    columns: lineColumns,
    rows: (access, options) => allBreakdownParts(streamConversions(access, filter.dates, options)),
    texts: exportTexts(),
  })
}
