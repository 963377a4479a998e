import { balances as balanceList } from '@/app/console/balances/list'
import { allBreakdownParts, lineColumns } from '@/app/console/conversions/breakdown-parts'
import { conversions as conversionList } from '@/app/console/conversions/list'
import { reconcile } from '@/app/console/conversions/reconciliation'
import { readResourceQuery, resources as resourceList } from '@/lib/console/resources'
import type { ListDeclaration } from '@/lib/console/list'
import { fileColumns } from '@/lib/console/csv'
import { partsOf, rowsOfList, type ExportPart } from '@/lib/console/export-parts'
import { changeWalk } from '@/lib/console/select'
import { readTaskRunQuery, taskRuns as taskRunList } from '@/app/console/task-runs/list'
import { listPendingTaskRuns, orThrow, walkConversions, type TaskRun } from '@/lib/service'
import { countTaskRuns, isStuck } from '@/lib/jobs/stuck'
import { consoleText } from '../checks/texts'
import { UsageError, type FlagsOf } from '../command-line'
import { checkedDates, dateFlags, datesCheck, dateUsage } from './dates'
import { exitCodes } from './exit-codes'
import { outputFlags, type OutputFlags, outputUsage, writeParts } from './output'
import { afterPauses, serviceSettings } from './service-settings'

/* The commands that write the rows of a list, like the console's exports. Each `run` returns the exit code. */

async function writeList<Row extends object, Filter>(
  list: ListDeclaration<Row, Filter>,
  filter: Filter,
  output: OutputFlags,
): Promise<number> {
  const refusal = list.refusal?.(filter)
  if (refusal) throw new UsageError(consoleText(refusal))
  const { access, options } = serviceSettings()
  let { source } = list
  // A walk waits for pauses by itself.
  if (source.kind === 'whole') {
    const { read } = source
    source = {
      kind: 'whole',
      read: (...[, , given]) => afterPauses(() => read(access, filter, { ...given, onRateLimit: 'return' }), options),
    }
  }
  const parts = rowsOfList({ ...list, source }, { filter }, access, options)
  return writeParts(list.name, fileColumns(list, filter), parts, output)
}

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
    return writeList(balanceList, {}, output)
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
    const { walk, doubts } = datesCheck(dates)
    const { access, options } = serviceSettings()
    const parts = partsOf(walk(changeWalk(walkConversions(access, dates, options), reconcile)))
    const columns = fileColumns(conversionList, { ...dates, problems: null })
    return writeParts('conversions', columns, parts, output, doubts)
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
    const { walk, doubts } = datesCheck(dates)
    const parts = allBreakdownParts(walk(walkConversions(access, dates, options)))
    return writeParts('entries', lineColumns, parts, output, doubts)
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
    let found = 0
    async function* parts(): AsyncGenerator<ExportPart<TaskRun>> {
      const read = () => listPendingTaskRuns(access, { ...options, onRateLimit: 'return' })
      const list = orThrow(await afterPauses(read, options))
      const cutAt = list.hasMore ? list.limit : undefined
      const { taskRuns, unreadable } = list
      if (!stuck) return yield { kind: 'rows', rows: taskRuns, unreadable, cutAt }
      const { count, isAtLeast } = countTaskRuns(list, stuckAfterMinutes * 60).stuck
      found = count
      // An unreadable task run may be stuck too.
      const rows = taskRuns.filter((run) => isStuck(run, stuckAfterMinutes * 60))
      yield { kind: 'rows', rows, unreadable, cutAt: isAtLeast ? cutAt : undefined }
    }
    const filter = readTaskRunQuery({}, stuckAfterMinutes)
    const code = await writeParts('task runs', fileColumns(taskRunList, filter), parts(), output)
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
    return writeList(resourceList, readResourceQuery({ address }), output)
  },
}
