import { conversionColumns } from '@/lib/console/conversions/export'
import { partsOf } from '@/lib/console/shared/export-parts'
import { walkConversions } from '@/lib/service'
import type { FlagsOf } from '../command-line'
import { checkedDates, dateFlags, dateUsage } from './dates'
import { outputFlags, outputUsage } from './output'
import { writeParts } from './read-parts'
import { serviceSettings } from './service-settings'

/** For `--help`. */
export const usage = `subnet conversions [flags]

Reads the conversions, each with the number of entries that its breakdown has.

${dateUsage}
${outputUsage}

Examples:
  subnet conversions --from 2026-01-01 --until 2026-01-31
  subnet conversions --format jsonl --output conversions.jsonl`

/** For `parseArgs`. */
export const flags = { ...dateFlags, ...outputFlags }

/** Runs the command, and returns its exit code. */
export async function run({ from, until, ...output }: FlagsOf<typeof flags>): Promise<number> {
  const dates = checkedDates({ from, until })
  const { access, options } = serviceSettings()
  return writeParts('conversions', conversionColumns, partsOf(walkConversions(access, dates, options)), output)
}
