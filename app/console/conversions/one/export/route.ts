import { exportResponse } from '@/lib/console/export'
import { textResponse } from '@/lib/console/responses'
import { readId } from '@/lib/console/query'
import { consoleTexts } from '@/lib/skin/texts'
import { breakdownParts, ConversionMissingError, entryColumns } from '@/app/console/conversions/breakdown-parts'
import { readListPosition } from '@/app/console/conversions/query'
import { findConversion } from '@/app/console/conversions/one/find'

export async function GET(request: Request): Promise<Response> {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const [id, listPosition] = [readId(query), readListPosition(query)]
  try {
    // Only what may stand in a file name and a header.
    return await exportResponse(request, {
      name: `conversion-${id.replace(/[^0-9A-Za-z]/g, '')}`,
      columns: entryColumns,
      parts: (access, options) => breakdownParts(findConversion(access, { id, listPosition }, options)),
    })
  } catch (error) {
    if (!(error instanceof ConversionMissingError)) throw error
    return textResponse(404, consoleTexts()('conversions.export.missing'))
  }
}
