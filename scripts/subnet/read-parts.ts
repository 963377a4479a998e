import type { CsvColumn } from '@/lib/console/shared/csv'
import type { ExportPart } from '@/lib/console/shared/export-parts'
import { ExportRemarks, remarkTexts } from '@/lib/console/shared/export-remarks'
import { formatsOf } from '@/lib/format'
import { isReadable } from '@/lib/service'
import { consoleText } from '../checks/texts'
import { exitCodes } from './exit-codes'
import { openRows, type OutputFlags } from './output'
import { showProgress, reportPause } from './progress'

/** What is known against rows. */
export interface Remarks {
  /** Whether rows may be missing or wrong. */
  isDoubtful: boolean
  texts: string[]
}

/**
 * Reads the parts of an export to their end. Records that cannot be read are left out and counted. At a terminal, stderr
 * shows how far it is.
 *
 * @param name - of the rows, like `conversions`.
 * @param take - gets the rows of each part. Nothing is kept here.
 * @throws what the parts and `take` throw
 */
export async function readParts<Row extends object>(
  name: string,
  parts: AsyncIterable<ExportPart<Row>>,
  take: (rows: Row[]) => unknown,
): Promise<Remarks> {
  const remarks = new ExportRemarks()
  let read = 0
  try {
    for await (const part of parts) {
      remarks.add(part)
      if (part.kind === 'pause') reportPause(part.seconds)
      if (part.kind !== 'rows') continue
      // Rows may go to the same terminal.
      showProgress('')
      await take(part.rows.filter(isReadable))
      read += part.rows.length
      showProgress(part.total === undefined ? `${read} ${name}` : `${read} of ${part.total} ${name}`)
    }
  } finally {
    showProgress('')
  }
  const texts = remarks.texts({
    // The formats of a language take some megabytes: they are made where there is something to say.
    ...remarkTexts(consoleText, (items) => formatsOf('en').list(items)),
    unreadable: (count) => `${name}: ${count} cannot be read and ${count === 1 ? 'is' : 'are'} left out.`,
  })
  return { isDoubtful: remarks.isDoubtful, texts }
}

/**
 * Writes the rows of an export where the flags say. Stderr says what is known against them.
 *
 * @returns the exit code.
 * @throws UsageError, and what the parts throw: then there is no file
 */
export async function writeParts<Row extends object>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  parts: AsyncIterable<ExportPart<Row>>,
  flags: OutputFlags,
): Promise<number> {
  const output = openRows(columns, flags)
  const { isDoubtful, texts } = await readParts(name, parts, output.write)
  await output.end()
  for (const text of texts) console.error(text)
  return isDoubtful ? exitCodes.incomplete : exitCodes.whole
}
