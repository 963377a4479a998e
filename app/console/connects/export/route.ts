import { attemptFields, attemptsTable } from '@/lib/console/attempts'
import { config } from '@/lib/config'
import { fileColumns } from '@/lib/console/csv'
import { exportResponse } from '@/lib/console/export'
import type { ExportPart } from '@/lib/console/parts'
import { connectRecords, isReadableRecord, type ConnectRecord, type RecordFilter } from '@/lib/records'
import { consoleTexts } from '@/lib/skin/texts'
import { readRecordFilter } from '@/app/console/connects/query'

/** Exports the steps of all connects as a file, with the page's filter. */
export function GET(request: Request): Promise<Response> {
  const where = readRecordFilter(Object.fromEntries(new URL(request.url).searchParams))
  const { detail } = config().connectRecords
  return exportResponse(request, {
    name: 'connects',
    about: where.wallet,
    columns: fileColumns({ columns: attemptsTable(detail).columns, file: attemptFields(detail) }, {}),
    parts: () => stepsThatMatch(where),
    unreadable: (count) => consoleTexts()('connects.unreadable', { count }),
  })
}

/** Yields the steps, the newest first. A record that another version of this app has written is an unreadable row. */
async function* stepsThatMatch(where: RecordFilter): AsyncGenerator<ExportPart<ConnectRecord>, void, undefined> {
  for await (const records of connectRecords().all(where)) {
    const rows = records.map((record) => (isReadableRecord(record) ? record : { unreadable: '{}', path: '' }))
    yield { kind: 'rows', rows }
  }
}
