import type { TaskRunGroup } from './state'

/** A run to set aside. The list shows it again when its group changes. */
export interface AsideRun {
  id: string
  group: TaskRunGroup
}

/**
 * The keys of the runs that staff set aside in this browser, and the times at which they expire, in milliseconds since
 * 1970.
 */
export type Aside = ReadonlyMap<string, number>

/** The keys of the runs that are currently aside. */
export type AsideKeys = Pick<ReadonlySet<string>, 'has'>

const asideMs = 24 * 60 * 60 * 1000
/** Many times the number of runs that the service lists. */
const maxAside = 1000

/** Returns the element ID of a run's details on the page. */
export const detailsId = (runId: string) => `run-${runId}`

const keyOf = ({ id, group }: AsideRun) => `${group} ${id}`

/** Reads the text of `asideText`, without expired runs. An invalid text counts as empty. */
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

/** Writes the newest runs as a text for `readAside`. */
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
