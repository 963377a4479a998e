import type { ListChange } from '@/lib/console/shared/list-change'
import type { Problem } from '@/lib/console/shared/problem'
import type { Balance, Listed } from '@/lib/service'
import type { FindMessage } from './find'

/** A balance that was found, with its position in the list, from 1. */
export interface Hit {
  balance: Listed<Balance>
  position: number
}

/** The progress and the results of a search through the balances. */
export interface Search {
  /**
   * - `whole`: all balances were searched. `part`: a limit ended the search. `stopped`: the user did.
   * - `failed`: the service did not return the next page. `broken`: the connection to this app failed.
   */
  state: 'searching' | 'whole' | 'part' | 'stopped' | 'failed' | 'broken'
  searched: number
  /** Null until the first page has been read. */
  total: number | null
  hits: readonly Hit[]
  problem: Problem | null
  /** The service asked to wait for so many seconds; null while it does not. */
  pauseSeconds: number | null
  /** Known at the end: how many balances cannot be read, and how the list changed meanwhile. */
  unreadable: number
  change: ListChange | null
}

export const initialSearch: Search = {
  state: 'searching',
  searched: 0,
  total: null,
  hits: [],
  problem: null,
  pauseSeconds: null,
  unreadable: 0,
  change: null,
}

/** Applies a message, or the end of the search, to its state. */
export function searchReducer(
  search: Search,
  event: FindMessage | { kind: 'started' } | { kind: 'stopped' } | { kind: 'broken' },
): Search {
  switch (event.kind) {
    case 'started':
      return initialSearch
    case 'progress':
      return { ...search, searched: event.searched, total: event.total, pauseSeconds: null }
    case 'pause':
      return { ...search, pauseSeconds: event.seconds }
    case 'hit':
      return { ...search, hits: [...search.hits, { balance: event.balance, position: event.position }] }
    case 'end':
      return {
        ...search,
        state: event.isWhole ? 'whole' : 'part',
        total: search.total ?? 0,
        unreadable: event.unreadable,
        change: event.change,
      }
    case 'problem':
      return { ...search, state: 'failed', problem: event.problem }
    case 'stopped':
    case 'broken':
      // A search that has ended keeps its state: the end of its stream is no failure.
      return search.state === 'searching' ? { ...search, state: event.kind } : search
  }
}
