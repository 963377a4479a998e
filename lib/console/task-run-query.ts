import { z } from 'zod'
import type { PageSearch } from './address'
import { stuckAfterSeconds as usualSeconds } from './task-runs'

/** The threshold on the page, in whole minutes: from the least that makes sense to a week. */
export const stuckMinutes = { least: 1, most: 7 * 24 * 60, usual: usualSeconds / 60 }

/** What the address of the pending list asks for (`?show=stuck&minutes=30`). */
export interface TaskRunQuery {
  isStuckOnly: boolean
  /** Whole minutes without an update after which a run is stuck. */
  minutes: number
  /** The address asks for a threshold that is none; `minutes` is the usual one. */
  hasWrongMinutes: boolean
}

const show = z.literal('stuck')
const minutes = z.coerce.number().int().min(stuckMinutes.least).max(stuckMinutes.most)

/** Reads the query of the pending list. Whatever somebody writes into the address bar, a page comes of it. */
export function readTaskRunQuery(search: PageSearch): TaskRunQuery {
  const asked =
    search.minutes === undefined ? { success: true, data: stuckMinutes.usual } : minutes.safeParse(search.minutes)
  return {
    isStuckOnly: show.safeParse(search.show).success,
    minutes: asked.data ?? stuckMinutes.usual,
    hasWrongMinutes: !asked.success,
  }
}

/** The query that `readTaskRunQuery` reads as that, without what goes without saying. */
export function taskRunSearch({ isStuckOnly, minutes }: Pick<TaskRunQuery, 'isStuckOnly' | 'minutes'>): {
  show: string | undefined
  minutes: string | undefined
} {
  return {
    show: isStuckOnly ? 'stuck' : undefined,
    minutes: minutes === stuckMinutes.usual ? undefined : String(minutes),
  }
}
