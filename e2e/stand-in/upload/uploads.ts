import { secondInMs, type Clock } from '../clock'
import { taskIdOf, type TaskRun } from '../data/task-runs'
import { ulid, ulidPattern } from '../ids'

/** An accepted batch upload. */
export interface Batch {
  id: string
  file_name: string
  queued: number
  failed: number
  uploaded_at: string
}

/** The max number of rows of a batch that become task runs. The stand-in only counts the other rows. */
export const simulatedRows = 300

/** The states of each row, by the time since its start event. */
const startLandsAfterMs = 20 * secondInMs
const endsAfterMs = 60 * secondInMs
const endLandsAfterMs = 90 * secondInMs
const validatesAfterMs = 120 * secondInMs
const nextRowAfterMs = secondInMs / 10

interface UploadedRun {
  taskRunId: string
  taskId: string
  eventId: string
  startsAt: number
}

/** The batches of the subnet, and their task runs at the current time. */
export class Uploads {
  readonly batches: Batch[] = []
  readonly #runs: UploadedRun[] = []

  constructor(private readonly clock: Clock) {}

  add(batch: Batch, header: readonly string[], rows: readonly (readonly string[])[]): void {
    this.batches.push(batch)
    const now = this.clock.now()
    const cell = (row: readonly string[], name: string) => row[header.indexOf(name)] ?? ''
    for (const [i, row] of rows.entries()) {
      const startsAt = now + i * nextRowAfterMs
      const taskId = cell(row, 'task_id')
      // The interface does not name the columns. Use these two if they exist.
      this.#runs.push({
        taskRunId: ulid(startsAt),
        taskId: ulidPattern.test(taskId) ? taskId : taskIdOf(batch.id, 0),
        eventId: cell(row, 'event_id') || `${batch.id}-${i + 1}`,
        startsAt,
      })
    }
  }

  /** Returns the runs that have started at a time, in their states at that time. */
  runsAt(now: number): TaskRun[] {
    return this.#runs.filter((run) => run.startsAt <= now).map((run) => runAt(run, now))
  }
}

function runAt({ startsAt, ...ids }: UploadedRun, now: number): TaskRun {
  const steps = [0, startLandsAfterMs, endsAfterMs, endLandsAfterMs, validatesAfterMs]
  const reached = (ms: number) => now >= startsAt + ms
  return {
    ...ids,
    status: reached(endsAfterMs) ? 'completed' : 'in_progress',
    blockchainStatus: reached(endLandsAfterMs) ? 'finished' : reached(startLandsAfterMs) ? 'running' : 'pending',
    validatedAt: reached(validatesAfterMs) ? startsAt + validatesAfterMs : null,
    rawDataInvalid: false,
    forceEnded: false,
    ingestedAt: startsAt,
    updatedAt: startsAt + Math.max(...steps.filter(reached)),
  }
}
