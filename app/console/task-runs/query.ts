import 'server-only'
import { z } from 'zod'
import type { SearchParams } from '@/lib/console/page-url'
import { taskRunFilters, type TaskRunFilter } from './filters'

/** The range of the threshold: from a minute to a week. */
export const stuckMinutes = { min: 1, max: 7 * 24 * 60 } as const

/** The filter of the page (`?show=stuck&minutes=30`). */
export interface TaskRunQuery {
  show: TaskRunFilter
  /** A run without an update for longer than this is stuck. */
  minutes: number
  /** The deployment's threshold (`STUCK_AFTER_MINUTES`), which the query overrides. */
  defaultMinutes: number
  /** The query has an invalid threshold, and `minutes` is the default. */
  hasInvalidMinutes: boolean
}

const show = z.enum(taskRunFilters).catch('all')
const minutes = z.coerce.number().int().min(stuckMinutes.min).max(stuckMinutes.max)

/** Reads the query of the page. An invalid parameter falls back to its default. */
export function readTaskRunQuery(searchParams: SearchParams, defaultMinutes: number): TaskRunQuery {
  const parsed =
    searchParams.minutes === undefined
      ? { success: true, data: defaultMinutes }
      : minutes.safeParse(searchParams.minutes)
  return {
    show: show.parse(searchParams.show),
    minutes: parsed.data ?? defaultMinutes,
    defaultMinutes,
    hasInvalidMinutes: !parsed.success,
  }
}
