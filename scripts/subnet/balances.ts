import { balanceColumns } from '@/lib/console/balances/export'
import { partsOf } from '@/lib/console/shared/export-parts'
import { walkBalances } from '@/lib/service'
import type { FlagsOf } from '../command-line'
import { outputFlags, outputUsage } from './output'
import { writeParts } from './read-parts'
import { serviceSettings } from './service-settings'

/** For `--help`. */
export const usage = `subnet balances [flags]

Reads the balance of every user.

${outputUsage}

Examples:
  subnet balances --output balances.csv
  subnet balances --format jsonl | jq .bolts`

/** For `parseArgs`. */
export const flags = outputFlags

/** Runs the command, and returns its exit code. */
export async function run(given: FlagsOf<typeof flags>): Promise<number> {
  const { access, options } = serviceSettings()
  return writeParts('balances', balanceColumns, partsOf(walkBalances(access, {}, options)), given)
}
