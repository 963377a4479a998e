import type { Listed, WalkEvent, WalkSummary } from '@/lib/service'
import type { Problem } from './problem'

/** How a list changed during a walk. */
export type ListChange = Extract<WalkSummary, { kind: 'changed' }>

/** The messages that a search through a whole list streams. */
export type SearchMessage<Hit> =
  | { kind: 'progress'; searched: number; total: number }
  /** The service asks to wait for this time. */
  | { kind: 'pause'; seconds: number }
  | { kind: 'hit'; hit: Hit }
  /** `isWhole`: the search covered the whole list. `unreadable`: the number of unreadable records. */
  | { kind: 'end'; isWhole: boolean; unreadable: number; change: ListChange | null }
  | { kind: 'problem'; problem: Problem }

/** The messages of a search, which throws a problem instead of yielding it. */
export type SearchMessages<Hit> = AsyncGenerator<Exclude<SearchMessage<Hit>, { kind: 'problem' }>, void, undefined>

/**
 * Searches the items of a walk page by page, without keeping the pages.
 *
 * @param options.hitsIn - returns the hits in an item. Its position counts from 1 through the whole list.
 * @param options.unreadableIn - counts the unreadable records of an item.
 * @throws each error of the walk.
 */
export async function* searchItems<Item, Hit>(
  events: AsyncIterable<WalkEvent<Item>>,
  {
    hitsIn,
    unreadableIn,
  }: {
    hitsIn: (item: Listed<Item>, position: number) => readonly Hit[]
    unreadableIn: (item: Listed<Item>) => number
  },
): SearchMessages<Hit> {
  let searched = 0
  let unreadable = 0
  let change: ListChange | null = null
  for await (const event of events) {
    if (event.kind === 'pause') yield event
    if (event.kind === 'end' && event.summary.kind === 'changed') change = event.summary
    if (event.kind !== 'page') continue
    const { items, total } = event.page
    for (const item of items) unreadable += unreadableIn(item)
    for (const [index, item] of items.entries()) {
      for (const hit of hitsIn(item, searched + index + 1)) {
        yield { kind: 'hit', hit }
      }
    }
    searched += items.length
    yield { kind: 'progress', searched, total }
  }
  yield { kind: 'end', isWhole: true, unreadable, change }
}

/** The progress of a search, and its hits. */
export interface Search<Hit> {
  /**
   * - `whole`: the search covered the whole list. `part`: a limit ended the search. `stopped`: the user ended it.
   * - `failed`: the service did not return the next page. `broken`: the connection to this app failed.
   */
  state: 'searching' | 'whole' | 'part' | 'stopped' | 'failed' | 'broken'
  searched: number
  /** Null before the end of the first page. */
  total: number | null
  hits: readonly Hit[]
  problem: Problem | null
  /** How long the service asks to wait; null while the search does not wait. */
  pauseSeconds: number | null
  /** The number of unreadable records. This field and `change` have values only after the end. */
  unreadable: number
  change: ListChange | null
}

export const initialSearch: Search<never> = {
  state: 'searching',
  searched: 0,
  total: null,
  hits: [],
  problem: null,
  pauseSeconds: null,
  unreadable: 0,
  change: null,
}

/** Events of a search other than its messages. */
type SearchEvent = { kind: 'started' } | { kind: 'stopped' } | { kind: 'broken' }

/** Applies a message or another event to the state of a search. */
export function searchReducer<Hit>(search: Search<Hit>, event: SearchMessage<Hit> | SearchEvent): Search<Hit> {
  switch (event.kind) {
    case 'started':
      return initialSearch
    case 'progress':
      return { ...search, searched: event.searched, total: event.total, pauseSeconds: null }
    case 'pause':
      return { ...search, pauseSeconds: event.seconds }
    case 'hit':
      return { ...search, hits: [...search.hits, event.hit] }
    case 'end': {
      const { isWhole, unreadable, change } = event
      return { ...search, state: isWhole ? 'whole' : 'part', total: search.total ?? 0, unreadable, change }
    }
    case 'problem':
      return { ...search, state: 'failed', problem: event.problem }
    case 'stopped':
    case 'broken':
      // After the end message, the end of the stream is not a failure.
      return search.state === 'searching' ? { ...search, state: event.kind } : search
  }
}
