import type { Clock } from '../clock'
import { ulid, ulidPattern } from '../ids'
import { taskIdOf, type TaskRun } from './task-runs'

/** An accepted batch upload. */
interface Batch {
  id: string
  file_name: string
  queued: number
  failed: number
  uploaded_at: string
}

/** The max number of rows of a batch that become task runs. The stand-in only counts the other rows. */
const keptRows = 300

/** The batches of the subnet, and their task runs, which start at once and stay pending. */
export class Uploads {
  readonly batches: Batch[] = []
  readonly runs: TaskRun[] = []

  constructor(private readonly clock: Clock) {}

  add(batch: Batch, rows: CsvRows): void {
    this.batches.push(batch)
    const now = this.clock.now()
    // The interface does not name the columns. Use these two if they exist.
    const [taskColumn = -1, eventColumn = -1] = ['task_id', 'event_id'].map((name) => rows.header?.indexOf(name))
    for (const [i, row] of rows.kept.entries()) {
      const taskId = row[taskColumn] ?? ''
      this.runs.push({
        taskRunId: ulid(now),
        taskId: ulidPattern.test(taskId) ? taskId : taskIdOf(batch.id, 0),
        eventId: row[eventColumn] || `${batch.id}-${i + 1}`,
        status: 'in_progress',
        blockchainStatus: 'pending',
        validatedAt: null,
        rawDataInvalid: false,
        forceEnded: false,
        ingestedAt: now,
        updatedAt: now,
      })
    }
  }
}

/** The rows of an uploaded CSV so far. A row fails if its number of fields differs from the header. */
export class CsvRows {
  header: string[] | null = null
  count = 0
  failed = 0
  readonly kept: string[][] = []

  add(row: string[]): void {
    if (this.header === null) {
      this.header = row
      return
    }
    this.count += 1
    if (row.length !== this.header.length) this.failed += 1
    else if (this.kept.length < keptRows) this.kept.push(row)
  }
}
