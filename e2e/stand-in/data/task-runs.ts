import { dateTime, dayInMs, hourInMs, minuteInMs, secondInMs } from '../clock'
import { ulid, ulidPattern } from '../ids'
import type { DataSetting } from '../settings'
import { Random } from './random'

/** A task run with its times in milliseconds. */
export interface TaskRun {
  taskRunId: string
  taskId: string
  eventId: string
  status: 'in_progress' | 'completed'
  blockchainStatus: 'pending' | 'running' | 'finished'
  validatedAt: number | null
  rawDataInvalid: boolean
  forceEnded: boolean
  ingestedAt: number
  updatedAt: number
}

/** Makes the interface's status record of a task run at that time. */
export function taskRunRecord(run: TaskRun, now: number) {
  return {
    task_run_id: run.taskRunId,
    task_id: run.taskId,
    event_id: run.eventId,
    status: run.status,
    blockchain_status: run.blockchainStatus,
    validated_at: run.validatedAt === null ? null : dateTime(run.validatedAt),
    raw_data_invalid: run.rawDataInvalid,
    force_ended: run.forceEnded,
    ingested_at: dateTime(run.ingestedAt),
    updated_at: dateTime(run.updatedAt),
    seconds_since_update: Math.max(0, Math.floor((now - run.updatedAt) / secondInMs)),
  }
}

/** The states of a run, the bounds of the time since its last update, and what else is true of it. */
type Shape = readonly [
  TaskRun['status'],
  TaskRun['blockchainStatus'],
  quietMs: readonly [min: number, max: number],
  more?: 'validated' | 'rawDataInvalid' | 'forceEnded',
]

const fresh = [secondInMs, 4 * minuteInMs] as const
const late = [minuteInMs, 20 * minuteInMs] as const
const stuck = [2 * hourInMs, 9 * dayInMs] as const
const past = [10 * minuteInMs, 60 * dayInMs] as const

/** The list repeats a state to make it more frequent. */
const openShapes: readonly [Shape, ...Shape[]] = [
  ['in_progress', 'pending', fresh],
  ['in_progress', 'pending', fresh],
  ['in_progress', 'running', fresh],
  ['in_progress', 'running', late],
  ['in_progress', 'running', late],
  ['completed', 'running', fresh],
  ['completed', 'running', fresh, 'validated'],
  ['completed', 'running', fresh, 'rawDataInvalid'],
  ['completed', 'pending', fresh, 'forceEnded'],
  ['in_progress', 'pending', stuck],
  ['in_progress', 'running', stuck],
  ['completed', 'running', stuck, 'forceEnded'],
]

const finishedShapes: readonly [Shape, ...Shape[]] = [
  ['completed', 'finished', fresh],
  ['completed', 'finished', past, 'rawDataInvalid'],
  ['completed', 'finished', past, 'forceEnded'],
  ...Array.from({ length: 9 }, (): Shape => ['completed', 'finished', past, 'validated']),
]

/** After this time, the runs that are not stuck are updated, so that their number stays the same. */
const turnMs = 10 * minuteInMs

/** Returns the runs of the subnet. Stuck and finished runs get older. */
export function seededRuns(data: DataSetting, { startedAt, now }: Record<'startedAt' | 'now', number>): TaskRun[] {
  const thisTurn = now - ((now - startedAt) % turnMs)
  const runs = (kind: string, count: number, shapes: readonly [Shape, ...Shape[]]) =>
    Array.from({ length: count }, (_, i) => {
      const [status, blockchainStatus, quietMs, more] = shapes[i % shapes.length] ?? shapes[0]
      const random = new Random(kind, data.seed, i)
      const isOld = kind === 'finished' || quietMs === stuck
      const updatedAt = (isOld ? startedAt : thisTurn) - random.int(...quietMs)
      const ingestedAt = updatedAt - random.int(0, 40 * minuteInMs)
      return {
        taskRunId: ulid(startedAt, random.bytes(16)),
        taskId: taskIdOf(data.seed, random.int(0, 11)),
        eventId: `run-${random.int(100_000, 999_999)}`,
        status,
        blockchainStatus,
        validatedAt: more === 'validated' ? updatedAt : null,
        rawDataInvalid: more === 'rawDataInvalid',
        forceEnded: more === 'forceEnded',
        ingestedAt,
        updatedAt,
      }
    })
  return [...runs('open', data.openRuns, openShapes), ...runs('finished', data.finishedRuns, finishedShapes)]
}

/** Returns the ID of one of the subnet's dozen tasks. */
const taskIdOf = (seed: string, task: number): string =>
  ulid(Date.UTC(2023, 0, 9) + task * dayInMs, new Random('task', seed, task).bytes(16))

/** Makes the task run of a row of an upload. It starts at once and stays pending. */
export function uploadedRun(now: number, taskId: string, eventId: string): TaskRun {
  return {
    taskRunId: ulid(now),
    taskId: ulidPattern.test(taskId) ? taskId : taskIdOf(eventId, 0),
    eventId,
    status: 'in_progress',
    blockchainStatus: 'pending',
    validatedAt: null,
    rawDataInvalid: false,
    forceEnded: false,
    ingestedAt: now,
    updatedAt: now,
  }
}
