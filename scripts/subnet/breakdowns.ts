import { allBreakdownParts, lineColumns } from '@/lib/console/conversions/all-breakdowns'
import { streamConversions } from '@/lib/service'
import type { FlagsOf } from '../command-line'
import { checkedDates, dateFlags, dateUsage } from './dates'
import { outputFlags, outputUsage } from './output'
import { writeParts } from './read-parts'
import { serviceSettings } from './service-settings'

/** For `--help`. */
export const usage = `subnet breakdowns [flags]

Reads what each user got in each conversion.

${dateUsage}
${outputUsage}

Examples:
  subnet breakdowns --from 2026-01-01 --until 2026-01-31 --output january.csv
  subnet breakdowns --format jsonl | gzip > breakdowns.jsonl.gz`

/** For `parseArgs`. */
export const flags = { ...dateFlags, ...outputFlags }

/** Runs the command, and returns its exit code. */
export async function run({ from, until, ...output }: FlagsOf<typeof flags>): Promise<number> {
  const dates = checkedDates({ from, until })
  const { access, options } = serviceSettings()
  return writeParts('entries', lineColumns, allBreakdownParts(streamConversions(access, dates, options)), output)
}
