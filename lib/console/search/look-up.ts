import 'server-only'
import { connectRecords } from '@/lib/records'
import { textsToFind } from '@/lib/console/shared/connect-texts'
import { readService } from '@/lib/console/shared/service'
import { isUnreadable, listPendingTaskRuns } from '@/lib/service'
import { unlessUnavailable } from '@/lib/store'
import { idIn, isUlid, type LookedUp } from './places'

/** Looks up a text in the pending task runs and in the connect records, with one call to the service. */
export async function lookUp(text: string): Promise<LookedUp> {
  const [isTaskRun, isConnect] = await Promise.all([isIdOfTaskRun(idIn(text)), isNameOfConnect(text)])
  return { isTaskRun, isConnect }
}

async function isIdOfTaskRun(id: string): Promise<boolean | null> {
  const result = await readService(listPendingTaskRuns)
  if (!result.ok) return null
  const { taskRuns, hasMore } = result.data
  const isListed = taskRuns.some(
    (run) => !isUnreadable(run) && [run.task_run_id, run.task_id, run.event_id].includes(id),
  )
  // A ULID may belong to a run that the service does not list. Any other text counts as not found.
  return isListed || (hasMore && isUlid(id) ? null : false)
}

function isNameOfConnect(text: string): Promise<boolean | null> {
  return unlessUnavailable(
    async () => (await connectRecords().find(textsToFind(text), { limit: 1 })).length > 0,
    () => null,
  )
}
