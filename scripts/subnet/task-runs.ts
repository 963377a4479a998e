import { taskRunColumns, taskRunPart } from '@/lib/console/task-runs/export'
import type { ExportPart } from '@/lib/console/shared/export-parts'
import { isUnreadable, listPendingTaskRuns, type PendingTaskRuns, type TaskRun } from '@/lib/service'
import { countTaskRuns } from '@/lib/task-runs/stuck'
import type { FlagsOf } from '../command-line'
import { exitCodes } from './exit-codes'
import { outputFlags, outputUsage } from './output'
import { writeParts } from './read-parts'
import { afterPauses, serviceSettings } from './service-settings'

/** For `--help`. */
export const usage = `subnet task-runs [flags]

Reads the task runs whose end on chain has not landed. The service lists the 100 with the oldest update: where it has
more, the exit code is 4.

  --stuck          only those without an update for longer than STUCK_AFTER_MINUTES (default 15). The exit code is 3
                   if there are any
${outputUsage}

Examples:
  subnet task-runs --format table
  subnet task-runs --stuck || mail -s 'Task runs are stuck' staff@example.com`

/** For `parseArgs`. */
export const flags = { stuck: { type: 'boolean' }, ...outputFlags } as const

/** Runs the command, and returns its exit code. */
export async function run({ stuck = false, ...output }: FlagsOf<typeof flags>): Promise<number> {
  const { access, options, stuckAfterMinutes } = serviceSettings()
  let found = 0
  async function* parts(): AsyncGenerator<ExportPart<TaskRun>> {
    const list = await afterPauses(() => listPendingTaskRuns(access, { ...options, onRateLimit: 'throw' }), options)
    if (!stuck) return yield taskRunPart(list, 'all', stuckAfterMinutes * 60)
    found = countTaskRuns(list, stuckAfterMinutes * 60).stuck.count
    yield* stuckParts(list, stuckAfterMinutes * 60)
  }
  const code = await writeParts('task runs', taskRunColumns, parts(), output)
  if (found === 0) return code
  console.error(`Stuck task runs: ${found}.`)
  return exitCodes.found
}

/** The stuck runs, and those that cannot be read: they may be stuck too. */
function* stuckParts(list: PendingTaskRuns, afterSeconds: number): Generator<ExportPart<TaskRun>> {
  const { isAtLeast } = countTaskRuns(list, afterSeconds).stuck
  const { rows, cutAt, ...part } = taskRunPart(list, 'stuck', afterSeconds)
  yield { ...part, rows: [...rows, ...list.taskRuns.filter(isUnreadable)], cutAt: isAtLeast ? cutAt : undefined }
}
