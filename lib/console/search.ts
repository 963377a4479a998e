import type { Balance } from '@/lib/service'
import type { FindMessage } from './find-balances'
import type { Problem } from './problem'

/** A balance that was found, with its number in the list, from 1. */
export interface Hit {
  balance: Balance
  position: number
}

/** How far a search through the balances has come, and what it has found. */
export interface Search {
  /**
   * - `whole`: all were searched. `part`: it ended before that, by itself. `stopped`: somebody stopped it.
   * - `failed`: the service did not give the next page. `broken`: this app was not reached, or broke off.
   */
  state: 'searching' | 'whole' | 'part' | 'stopped' | 'failed' | 'broken'
  searched: number
  /** Null until the first page has come. */
  total: number | null
  hits: readonly Hit[]
  problem: Problem | null
}

export const newSearch: Search = { state: 'searching', searched: 0, total: null, hits: [], problem: null }

/** The search after one more message, or after its end. */
export function searchAfter(search: Search, event: FindMessage | { kind: 'stopped' } | { kind: 'broken' }): Search {
  switch (event.kind) {
    case 'progress':
      return { ...search, searched: event.searched, total: event.total }
    case 'hit':
      return { ...search, hits: [...search.hits, { balance: event.balance, position: event.position }] }
    case 'end':
      return { ...search, state: event.isWhole ? 'whole' : 'part', total: search.total ?? 0 }
    case 'problem':
      return { ...search, state: 'failed', problem: event.problem }
    case 'stopped':
    case 'broken':
      // What has ended cannot be stopped, and the end of its stream breaks nothing off.
      return search.state === 'searching' ? { ...search, state: event.kind } : search
  }
}
