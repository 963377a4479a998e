import { exportTexts } from '@/components/console/shared/export-texts'
import { connectColumns, connectParts } from '@/lib/console/connects/export'
import { readRecordFilter } from '@/lib/console/connects/query'
import { exportResponse } from '@/lib/console/shared/export'
import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { textResponse } from '@/lib/console/shared/responses'
import { consoleTexts } from '@/lib/skin/texts'
import { StoreUnavailableError } from '@/lib/store'

/** Exports the steps of all connects as a file, with the page's filter. */
export async function GET(request: Request): Promise<Response> {
  const t = consoleTexts()
  try {
    const operator = await operatorOrRefusal(t('shared.operatorsOnly'))
    if (operator instanceof Response) return operator
    const where = readRecordFilter(Object.fromEntries(new URL(request.url).searchParams))
    return await exportResponse(request, operator, {
      name: 'connects',
      ...(where.wallet !== undefined && { about: where.wallet }),
      columns: connectColumns(),
      rows: () => connectParts(where),
      texts: { ...exportTexts(), unreadable: (count) => t('connects.list.unreadable', { count }) },
    })
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    return textResponse(503, [t('shared.exports.failed'), t('connects.away.title'), t('connects.away.text')].join('\n'))
  }
}
