import { exportTexts } from '@/components/console/shared/export-texts'
import { exportResponse } from '@/lib/console/shared/export'
import { partsOf } from '@/lib/console/shared/export-parts'
import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { textResponse } from '@/lib/console/shared/responses'
import { consoleTexts } from '@/lib/skin/texts'
import { walkConversions } from '@/lib/service'
import { conversionColumns } from '@/app/console/conversions/export'
import { readDateFilter } from '@/app/console/conversions/query'

export { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** Exports all conversions within the chosen dates as a file. */
export async function GET(request: Request): Promise<Response> {
  const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
  if (operator instanceof Response) return operator
  const filter = readDateFilter(Object.fromEntries(new URL(request.url).searchParams))
  if (!filter.ok) return textResponse(400, consoleTexts()('conversions.export.wrongDates'))
  return exportResponse(request, operator, {
    name: 'conversions',
    columns: conversionColumns,
    rows: (access, options) => partsOf(walkConversions(access, filter.dates, options)),
    texts: exportTexts(),
  })
}
