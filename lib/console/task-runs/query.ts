import 'server-only'
import { z } from 'zod'
import type { SearchParams } from '@/lib/console/shared/page-url'
import { stuckMinutes } from './limits'

/** The query of the page (`?show=stuck&minutes=30`). */
export interface TaskRunQuery {
  isStuckOnly: boolean
  /** A run without an update for longer than this is stuck. */
  minutes: number
  /** The query has an invalid threshold, and `minutes` is the default. */
  hasInvalidMinutes: boolean
}

const show = z.literal('stuck')
const minutes = z.coerce.number().int().min(stuckMinutes.min).max(stuckMinutes.max)

/** Reads the query of the page. An invalid parameter falls back to its default. */
export function readTaskRunQuery(searchParams: SearchParams): TaskRunQuery {
  const parsed =
    searchParams.minutes === undefined
      ? { success: true, data: stuckMinutes.default }
      : minutes.safeParse(searchParams.minutes)
  return {
    isStuckOnly: show.safeParse(searchParams.show).success,
    minutes: parsed.data ?? stuckMinutes.default,
    hasInvalidMinutes: !parsed.success,
  }
}

/** The parameters that `readTaskRunQuery` reads, without those that have their default. */
export function taskRunParams({ isStuckOnly, minutes }: Pick<TaskRunQuery, 'isStuckOnly' | 'minutes'>): {
  show: string | undefined
  minutes: string | undefined
} {
  return {
    show: isStuckOnly ? 'stuck' : undefined,
    minutes: minutes === stuckMinutes.default ? undefined : String(minutes),
  }
}
