import type { ListChange } from '@/lib/console/shared/list-change'
import type { Problem } from '@/lib/console/shared/problem'
import type { UserBoltsMessage, UserShare } from '@/lib/console/shared/user-bolts'

/** The progress and the results of a walk over all conversions for one user. */
export interface UserBoltsSearch {
  /**
   * - `whole`: all conversions were read. `stopped`: the user ended it.
   * - `failed`: the service did not return the next page. `broken`: the connection to this app failed.
   */
  state: 'searching' | 'whole' | 'stopped' | 'failed' | 'broken'
  searched: number
  /** Null until the first page has been read. */
  total: number | null
  shares: readonly UserShare[]
  problem: Problem | null
  /** The service asked to wait for so many seconds; null while it does not. */
  pauseSeconds: number | null
  /** Known at the end. */
  unreadable: number
  change: ListChange | null
}

export const initialUserBolts: UserBoltsSearch = {
  state: 'searching',
  searched: 0,
  total: null,
  shares: [],
  problem: null,
  pauseSeconds: null,
  unreadable: 0,
  change: null,
}

/** Applies a message, or the end of the walk, to its state. */
export function userBoltsReducer(
  search: UserBoltsSearch,
  event: UserBoltsMessage | { kind: 'started' } | { kind: 'stopped' } | { kind: 'broken' },
): UserBoltsSearch {
  switch (event.kind) {
    case 'started':
      return initialUserBolts
    case 'progress':
      return { ...search, searched: event.searched, total: event.total, pauseSeconds: null }
    case 'pause':
      return { ...search, pauseSeconds: event.seconds }
    case 'share':
      return { ...search, shares: [...search.shares, event.share] }
    case 'end':
      return { ...search, state: 'whole', total: search.total ?? 0, unreadable: event.unreadable, change: event.change }
    case 'problem':
      return { ...search, state: 'failed', problem: event.problem }
    case 'stopped':
    case 'broken':
      // What has ended keeps its state: the end of its stream is no failure.
      return search.state === 'searching' ? { ...search, state: event.kind } : search
  }
}
