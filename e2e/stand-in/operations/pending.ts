import { seededRuns, taskRunRecord } from '../data/task-runs'
import type { TaskRun } from '../data/task-runs'
import type { StandInState } from '../state'
import type { Operation } from './operation'
import { QueryReader, withNulls } from './query'

const limit = 100

/** Operation 1: list pending task runs. */
export const pending: Operation = {
  name: 'pending',
  method: 'GET',
  path: '/subnets/:subnet_id/task_runs/pending',
  handle: ({ state, query }) => {
    const { quirks } = state.settings
    new QueryReader(query, quirks).end()
    const now = state.clock.now()
    const runs = allRuns(state)
      .filter((run) => run.blockchainStatus !== 'finished')
      .sort((a, b) => a.updatedAt - b.updatedAt)
      .slice(0, limit)
      .map((run) => taskRunRecord(run, now))
    return {
      status: 200,
      body: {
        status: 'success',
        data: { task_runs: withNulls(runs, 'updated_at', quirks), count: runs.length, limit },
      },
    }
  },
}

/** Returns every current task run, from the seeded data and from uploads. */
export function allRuns({ settings, startedAt, uploads, clock }: StandInState): TaskRun[] {
  return [...seededRuns(settings.data, { startedAt, now: clock.now() }), ...uploads.runs]
}
