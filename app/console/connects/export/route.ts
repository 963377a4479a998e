import { connectColumns, connectParts } from '@/lib/console/connects/export'
import { readRecordFilter } from '@/lib/console/connects/query'
import { exportResponse } from '@/lib/console/export'
import { consoleTexts } from '@/lib/skin/texts'

/** Exports the steps of all connects as a file, with the page's filter. */
export function GET(request: Request): Promise<Response> {
  const where = readRecordFilter(Object.fromEntries(new URL(request.url).searchParams))
  return exportResponse(request, {
    name: 'connects',
    about: where.wallet,
    columns: connectColumns(),
    parts: () => connectParts(where),
    unreadable: (count) => consoleTexts()('connects.list.unreadable', { count }),
  })
}
