import { exportTexts } from '@/components/console/shared/export-texts'
import { exportResponse } from '@/lib/console/shared/export'
import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { textResponse } from '@/lib/console/shared/responses'
import { consoleTexts } from '@/lib/skin/texts'
import { walkConversions } from '@/lib/service'
import { allBreakdownParts, lineColumns } from '@/app/console/conversions/export'
import { readDateFilter } from '@/app/console/conversions/query'

export { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** Exports the breakdowns of all conversions within the chosen dates as one file. */
export async function GET(request: Request): Promise<Response> {
  const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
  if (operator instanceof Response) return operator
  const filter = readDateFilter(Object.fromEntries(new URL(request.url).searchParams))
  if (!filter.ok) return textResponse(400, consoleTexts()('conversions.export.wrongDates'))
  return exportResponse(request, operator, {
    name: 'breakdowns',
    columns: lineColumns,
    rows: (access, options) => allBreakdownParts(walkConversions(access, filter.dates, options)),
    texts: exportTexts(),
  })
}
