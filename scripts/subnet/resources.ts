import { resourceColumns } from '@/lib/console/resources/export'
import { readResourceQuery } from '@/lib/console/resources/query'
import { partOf } from '@/lib/console/shared/export-parts'
import { listResourcesByWallet } from '@/lib/service'
import { consoleText } from '../checks/texts'
import { UsageError, type FlagsOf } from '../command-line'
import { outputFlags, outputUsage } from './output'
import { writeParts } from './read-parts'
import { afterPauses, serviceSettings } from './service-settings'

/** For `--help`. */
export const usage = `subnet resources ADDRESS [flags]

Reads the resources of the account that has a wallet address.

${outputUsage}

Examples:
  subnet resources 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM
  subnet resources 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM --format jsonl`

/** For `parseArgs`. */
export const flags = outputFlags

/** How many arguments it takes. */
export const maxArguments = 1

/** Runs the command, and returns its exit code. */
export async function run(output: FlagsOf<typeof flags>, [address = '']: string[]): Promise<number> {
  const query = readResourceQuery({ address })
  if (query.kind !== 'asked') {
    throw new UsageError(consoleText(`walletLookup.${query.kind === 'not_an_address' ? query.problem : 'missing'}`))
  }
  const { access, options } = serviceSettings()
  const read = () => listResourcesByWallet(access, query.walletAddress, { ...options, onRateLimit: 'throw' })
  return writeParts('resources', resourceColumns, partOf(afterPauses(read, options)), output)
}
