import { exportTexts } from '@/components/console/shared/export-texts'
import { auditColumns, auditParts } from '@/lib/console/audit/export'
import { exportResponse } from '@/lib/console/shared/export'
import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { textResponse } from '@/lib/console/shared/responses'
import { consoleTexts } from '@/lib/skin/texts'
import { StoreUnavailableError } from '@/lib/store'

/** Exports all audit entries as a file. */
export async function GET(request: Request): Promise<Response> {
  const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
  if (operator instanceof Response) return operator
  try {
    return await exportResponse(request, operator, {
      name: 'audit',
      columns: auditColumns,
      rows: auditParts,
      texts: exportTexts(),
    })
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    return textResponse(503, consoleTexts()('audit.away'))
  }
}
