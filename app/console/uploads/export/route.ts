import { batchColumns, batchParts } from '@/app/console/uploads/export'
import { exportTexts } from '@/components/console/shared/export-texts'
import { exportResponse } from '@/lib/console/shared/export'
import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { textResponse } from '@/lib/console/shared/responses'
import { consoleTexts } from '@/lib/skin/texts'
import { StoreUnavailableError } from '@/lib/store'

export { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** Exports the stored batches as a file. */
export async function GET(request: Request): Promise<Response> {
  try {
    const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
    if (operator instanceof Response) return operator
    return await exportResponse(request, operator, {
      name: 'batches',
      columns: batchColumns,
      rows: batchParts,
      texts: exportTexts(),
    })
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    const t = consoleTexts()
    return textResponse(503, [t('shared.exports.failed'), t('uploads.batches.away')].join('\n'))
  }
}
