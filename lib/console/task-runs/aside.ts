import type { TaskRunGroup } from './state'

/** What is set aside: a run, for as long as it stays in its group. */
export interface AsideRun {
  id: string
  group: TaskRunGroup
}

/** What a browser's user has set aside, and until when, in milliseconds since the epoch. */
export type Aside = ReadonlyMap<string, number>

/** Enough to know what is set aside now. */
export type AsideKeys = Pick<ReadonlySet<string>, 'has'>

const asideMs = 24 * 60 * 60 * 1000
/** Many times what the service lists. */
const maxAside = 1000

/** The address of a run's details on the page. */
export const detailsId = (runId: string) => `run-${runId}`

const keyOf = ({ id, group }: AsideRun) => `${group} ${id}`

/** Reads what a browser has kept, without what is over. A text that is none of ours counts as nothing. */
export function readAside(text: string, now: number): Aside {
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null) return new Map()
    const entries = Object.entries(kept).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > now && entry[1] <= now + asideMs,
    )
    return new Map(entries)
  } catch {
    return new Map()
  }
}

/** As text, for `readAside`: the newest of them. */
export const asideText = (aside: Aside): string => JSON.stringify(Object.fromEntries([...aside].slice(-maxAside)))

export const isAside = (aside: AsideKeys, run: AsideRun): boolean => aside.has(keyOf(run))

/** Sets runs aside for a day. */
export function setAside(aside: Aside, runs: readonly AsideRun[], now: number): Aside {
  return new Map([...aside, ...runs.map((run): [string, number] => [keyOf(run), now + asideMs])])
}

export function bringBack(aside: Aside, runs: readonly AsideRun[]): Aside {
  const keys = new Set(runs.map(keyOf))
  return new Map([...aside].filter(([key]) => !keys.has(key)))
}
