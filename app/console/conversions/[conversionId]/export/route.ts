import { exportTexts } from '@/components/console/shared/export-texts'
import { exportResponse } from '@/lib/console/shared/export'
import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { textResponse } from '@/lib/console/shared/responses'
import { consoleTexts } from '@/lib/skin/texts'
import { breakdownParts, ConversionMissingError, entryColumns } from '@/app/console/conversions/export'
import { readListPosition } from '@/app/console/conversions/query'
import { findConversion } from '@/app/console/conversions/[conversionId]/read'

export { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** Exports the whole breakdown of one conversion as a file, in the service's order. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/console/conversions/[conversionId]/export'>,
): Promise<Response> {
  const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
  if (operator instanceof Response) return operator
  const { conversionId: id } = await params
  const listPosition = readListPosition(Object.fromEntries(new URL(request.url).searchParams))
  try {
    // The ID may be any text, so remove characters that are invalid in a file name or a header.
    return await exportResponse(request, operator, {
      name: `conversion-${id.replace(/[^0-9A-Za-z]/g, '')}`,
      columns: entryColumns,
      rows: (access, options) => breakdownParts(findConversion(access, { id, listPosition }, options)),
      texts: exportTexts(),
    })
  } catch (error) {
    if (!(error instanceof ConversionMissingError)) throw error
    return textResponse(404, consoleTexts()('conversions.export.missing'))
  }
}
