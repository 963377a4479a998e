import type { CsvColumn } from '@/lib/console/csv'
import { ExportRemarks, type ExportPart } from '@/lib/console/parts'
import { consoleText } from '../checks/texts'
import { exitCodes } from './exit-codes'
import { openRows, type OutputFlags } from './output'
import { showProgress, reportPause } from './progress'

/**
 * Passes the rows of an export, like `conversions`, on to `take`, and shows the
 * progress on stderr at a terminal. Returns remarks, which explain why rows may be missing or wrong; none if they are
 * whole.
 */
export async function readParts<Row extends object>(
  name: string,
  parts: AsyncIterable<ExportPart<Row>>,
  take: (rows: readonly Row[]) => unknown,
): Promise<string[]> {
  const remarks = new ExportRemarks()
  let read = 0
  try {
    for await (const part of parts) {
      remarks.add(part)
      // It ends the command.
      if (part.kind === 'failed') throw part.error
      if (part.kind === 'pause') reportPause(part.seconds)
      if (part.kind !== 'rows') continue
      // The rows may go to the same terminal.
      showProgress('')
      await take(part.rows)
      read += part.rows.length + (part.unreadable ?? 0)
      showProgress(part.total === undefined ? `${read} ${name}` : `${read} of ${part.total} ${name}`)
    }
  } finally {
    showProgress('')
  }
  return remarks.texts(consoleText)
}

/**
 * Writes the rows of an export to the output of the flags, and remarks and doubts on them to stderr. Returns the exit
 * code. If it throws a UsageError or an error of the parts, it writes no file.
 */
export async function writeParts<Row extends object>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  parts: AsyncIterable<ExportPart<Row>>,
  flags: OutputFlags,
  doubts: () => readonly string[] = () => [],
): Promise<number> {
  const output = openRows(columns, flags)
  const remarks = await readParts(name, parts, output.write)
  await output.end()
  const texts = [...remarks, ...doubts()]
  for (const text of texts) console.error(text)
  return texts.length > 0 ? exitCodes.incomplete : exitCodes.whole
}
