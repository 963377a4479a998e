import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { csvRows } from '@/lib/console/csv'
import { textResponse } from '@/lib/console/responses'
import { consoleTexts } from '@/lib/skin/texts'

/** For viewers too, because it contains no data. */
export async function GET(): Promise<Response> {
  await requireViewer()
  const columns = config().taskBatchColumns
  if (columns.length === 0) return textResponse(404, consoleTexts()('uploads.form.file.noExample'))
  const row = (number: number) => columns.map((name) => `EXAMPLE ${name} ${number}`)
  return new Response(csvRows([columns, row(1), row(2)]), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="example-task-runs.csv"',
      'Cache-Control': 'no-store',
    },
  })
}
