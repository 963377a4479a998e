import { allBreakdownParts, conversionColumns, lineColumns } from '@/app/console/conversions/export'
import { balanceColumns } from '@/lib/console/balances/export'
import { resourceColumns } from '@/lib/console/resources/export'
import { readResourceQuery } from '@/lib/console/resources/query'
import { partOf, partsOf, type ExportPart } from '@/lib/console/shared/export-parts'
import { taskRunColumns, taskRunPart } from '@/lib/console/task-runs/export'
import {
  isUnreadable,
  listPendingTaskRuns,
  listResourcesByWallet,
  walkBalances,
  walkConversions,
  type TaskRun,
} from '@/lib/service'
import { countTaskRuns } from '@/lib/task-runs/stuck'
import { consoleText } from '../checks/texts'
import { UsageError, type FlagsOf } from '../command-line'
import { checkedDates, dateFlags, dateUsage } from './dates'
import { exitCodes } from './exit-codes'
import { outputFlags, outputUsage, type OutputFlags } from './output'
import { writeParts } from './read-parts'
import { afterPauses, serviceSettings } from './service-settings'

/* The commands that write the rows of a list, like the console's exports. Each `run` returns the exit code. */

const datedFlags = { ...dateFlags, ...outputFlags }

export const balances = {
  usage: `subnet balances [flags]

Reads the balance of every user.

${outputUsage}

Examples:
  subnet balances --output balances.csv
  subnet balances --format jsonl | jq .bolts`,
  flags: outputFlags,
  async run(output: OutputFlags): Promise<number> {
    const { access, options } = serviceSettings()
    return writeParts('balances', balanceColumns, partsOf(walkBalances(access, {}, options)), output)
  },
}

export const conversions = {
  usage: `subnet conversions [flags]

Reads the conversions, each with the number of entries that its breakdown has.

${dateUsage}
${outputUsage}

Examples:
  subnet conversions --from 2026-01-01 --until 2026-01-31
  subnet conversions --format jsonl --output conversions.jsonl`,
  flags: datedFlags,
  async run({ from, until, ...output }: FlagsOf<typeof datedFlags>): Promise<number> {
    const dates = checkedDates({ from, until })
    const { access, options } = serviceSettings()
    return writeParts('conversions', conversionColumns, partsOf(walkConversions(access, dates, options)), output)
  },
}

export const breakdowns = {
  usage: `subnet breakdowns [flags]

Reads what each user received in each conversion.

${dateUsage}
${outputUsage}

Examples:
  subnet breakdowns --from 2026-01-01 --until 2026-01-31 --output january.csv
  subnet breakdowns --format jsonl | gzip > breakdowns.jsonl.gz`,
  flags: datedFlags,
  async run({ from, until, ...output }: FlagsOf<typeof datedFlags>): Promise<number> {
    const dates = checkedDates({ from, until })
    const { access, options } = serviceSettings()
    return writeParts('entries', lineColumns, allBreakdownParts(walkConversions(access, dates, options)), output)
  },
}

const stuckFlags = { stuck: { type: 'boolean' }, ...outputFlags } as const

export const taskRuns = {
  usage: `subnet task-runs [flags]

Reads the task runs whose end on chain has not landed. The service lists the 100 with the oldest update. If it has
more, the exit code is 4.

  --stuck          only those without an update for longer than STUCK_AFTER_MINUTES (default 15). The exit code is 3
                   if there are any
${outputUsage}

Examples:
  subnet task-runs --format table
  subnet task-runs --stuck || mail -s 'Task runs are stuck' staff@example.com`,
  flags: stuckFlags,
  async run({ stuck = false, ...output }: FlagsOf<typeof stuckFlags>): Promise<number> {
    const { access, options, stuckAfterMinutes } = serviceSettings()
    const afterSeconds = stuckAfterMinutes * 60
    let found = 0
    async function* parts(): AsyncGenerator<ExportPart<TaskRun>> {
      const list = await afterPauses(() => listPendingTaskRuns(access, { ...options, onRateLimit: 'throw' }), options)
      if (!stuck) return yield taskRunPart(list, 'all', afterSeconds)
      const { count, isAtLeast } = countTaskRuns(list, afterSeconds).stuck
      const { kind, rows, cutAt } = taskRunPart(list, 'stuck', afterSeconds)
      found = count
      // An unreadable task run may be stuck too.
      yield { kind, rows: [...rows, ...list.taskRuns.filter(isUnreadable)], cutAt: isAtLeast ? cutAt : undefined }
    }
    const code = await writeParts('task runs', taskRunColumns, parts(), output)
    if (found === 0) return code
    console.error(`Stuck task runs: ${found}.`)
    return exitCodes.found
  },
}

export const resources = {
  usage: `subnet resources ADDRESS [flags]

Reads the resources of the account that has a wallet address.

${outputUsage}

Examples:
  subnet resources 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM
  subnet resources 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM --format jsonl`,
  flags: outputFlags,
  maxArguments: 1,
  async run(output: OutputFlags, [address = '']: string[]): Promise<number> {
    const query = readResourceQuery({ address })
    if (query.kind === 'nothing_asked') throw new UsageError(consoleText('walletLookup.missing'))
    if (query.kind === 'not_an_address') throw new UsageError(consoleText(`walletLookup.${query.problem}`))
    const { access, options } = serviceSettings()
    const read = () => listResourcesByWallet(access, query.walletAddress, { ...options, onRateLimit: 'throw' })
    return writeParts('resources', resourceColumns, partOf(afterPauses(read, options)), output)
  },
}
