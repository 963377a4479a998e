import { dateTime, dayInMs, hourInMs, minuteInMs, secondInMs } from '../clock'
import { ulid } from '../ids'
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

export type TaskRunRecord = ReturnType<typeof taskRunRecord>

type Shape = Pick<TaskRun, 'status' | 'blockchainStatus' | 'rawDataInvalid' | 'forceEnded'> & {
  validated: boolean
  quietMs: readonly [min: number, max: number]
}

const shape = (
  status: TaskRun['status'],
  blockchainStatus: TaskRun['blockchainStatus'],
  quietMs: Shape['quietMs'],
  more: Partial<Shape> = {},
): Shape => ({
  status,
  blockchainStatus,
  quietMs,
  validated: false,
  rawDataInvalid: false,
  forceEnded: false,
  ...more,
})

const fresh = [secondInMs, 4 * minuteInMs] as const
const stuck = [2 * hourInMs, 9 * dayInMs] as const
const past = [10 * minuteInMs, 60 * dayInMs] as const

/** The list repeats a state to make it more frequent. */
const openShapes: readonly [Shape, ...Shape[]] = [
  shape('in_progress', 'pending', fresh),
  shape('in_progress', 'pending', fresh),
  shape('in_progress', 'running', fresh),
  shape('in_progress', 'running', [minuteInMs, 20 * minuteInMs]),
  shape('in_progress', 'running', [minuteInMs, 20 * minuteInMs]),
  shape('completed', 'running', fresh),
  shape('completed', 'running', fresh, { validated: true }),
  shape('completed', 'running', fresh, { rawDataInvalid: true }),
  shape('completed', 'pending', fresh, { forceEnded: true }),
  shape('in_progress', 'pending', stuck),
  shape('in_progress', 'running', stuck),
  shape('completed', 'running', stuck, { forceEnded: true }),
]

const finishedShapes: readonly [Shape, ...Shape[]] = [
  shape('completed', 'finished', fresh),
  shape('completed', 'finished', past, { rawDataInvalid: true }),
  shape('completed', 'finished', past, { forceEnded: true }),
  ...Array.from({ length: 9 }, () => shape('completed', 'finished', past, { validated: true })),
]

/** After this time, new runs replace the runs that are not stuck, because those runs have ended. */
const turnMs = 10 * minuteInMs

/**
 * Returns the runs of the subnet. Stuck and finished runs get older. The number and the age of the other runs stay the
 * same. New runs replace them all at once, so a test hardly ever sees the change.
 */
export function seededRuns(data: DataSetting, { startedAt, now }: Record<'startedAt' | 'now', number>): TaskRun[] {
  const turn = Math.max(Math.floor((now - startedAt) / turnMs), 0)
  const runs = (kind: string, count: number, shapes: readonly [Shape, ...Shape[]]) =>
    Array.from({ length: count }, (_, i) => {
      const shape = shapes[i % shapes.length] ?? shapes[0]
      const stays = kind === 'finished' || shape.quietMs === stuck || turn === 0
      return stays
        ? seededRun(new Random(kind, data.seed, i), shape, startedAt, data)
        : seededRun(new Random(kind, data.seed, i, turn), shape, startedAt + turn * turnMs, data)
    })
  return [...runs('open', data.openRuns, openShapes), ...runs('finished', data.finishedRuns, finishedShapes)]
}

function seededRun(random: Random, of: Shape, startedAt: number, { seed }: DataSetting): TaskRun {
  const { quietMs, validated, ...state } = of
  const updatedAt = startedAt - random.int(...quietMs)
  const ingestedAt = updatedAt - random.int(0, 40 * minuteInMs)
  return {
    ...state,
    taskRunId: ulid(ingestedAt, random.bytes(16)),
    taskId: taskIdOf(seed, random.int(0, 11)),
    eventId: `run-${random.int(100_000, 999_999)}`,
    validatedAt: validated ? updatedAt : null,
    ingestedAt,
    updatedAt,
  }
}

/** Returns the ID of one of the subnet's dozen tasks. */
export function taskIdOf(seed: string, task: number): string {
  return ulid(Date.UTC(2023, 0, 9) + task * dayInMs, new Random('task', seed, task).bytes(16))
}
