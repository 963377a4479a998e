import 'server-only'
import type { ListEntry, StoredList } from './store'

/** How many entries to read at a time if most of them may not be wanted. */
const pageOfSearch = 1000

/** The part of a list to read. */
export interface Span {
  /** The id of an entry. Reads only the entries before it. */
  before?: string | undefined
  /** Reads no further page after an entry from before this time, in milliseconds since the epoch. @default -Infinity */
  since?: number | undefined
}

/**
 * Reads a list in pages, the newest entry first. It reads the next page on demand. An entry that the list has twice, as
 * after a time-out of the store, comes once, unless a page or more is between.
 *
 * @param span.size - the max number of entries on a page. @default 1,000
 * @throws StoreUnavailableError
 */
export async function* pagesOf<Entry extends object>(
  list: StoredList<Entry>,
  { before, since = -Infinity, size = pageOfSearch }: Span & { size?: number } = {},
): AsyncGenerator<ListEntry<Entry>[], void, undefined> {
  let known: ReadonlyMap<string, unknown> = new Map()
  for (;;) {
    const page = await list.newest({ limit: size, before })
    const byId = new Map(page.map((each) => ['id' in each.entry ? String(each.entry.id) : each.id, each]))
    yield [...byId].flatMap(([id, each]) => (known.has(id) ? [] : [each]))
    const last = page.at(-1)
    if (!last || page.length < size || last.at < since) return
    known = byId
    before = last.id
  }
}

export interface NewestPage<Entry> {
  rows: Entry[]
  /** The `before` of the next page; undefined at the end of the list. */
  nextBefore: string | undefined
  /** Whether the page ended at the limit of read entries. Older ones may still fit. */
  isCut: boolean
}

/**
 * Reads a page of a list for the console, the newest entry first and each once.
 *
 * @param options.before - the `nextBefore` of the previous page.
 * @param options.fits - which entries are wanted. @default all
 * @param options.maxRead - the page ends after this many entries, wanted or not. @default Infinity
 * @throws StoreUnavailableError
 */
export async function pageOf<Entry extends object>(
  list: StoredList<Entry>,
  options: Span & { limit: number; fits?: ((entry: Entry) => boolean) | undefined; maxRead?: number },
): Promise<NewestPage<Entry>> {
  const { limit, fits, maxRead = Infinity, ...span } = options
  const rows: Entry[] = []
  let read = 0
  for await (const page of pagesOf(list, { ...span, size: fits ? pageOfSearch : limit })) {
    for (const { id, entry } of page) {
      if (!fits || fits(entry)) rows.push(entry)
      read += 1
      if (rows.length === limit) return { rows, nextBefore: id, isCut: false }
      if (read === maxRead) return { rows, nextBefore: id, isCut: true }
    }
  }
  return { rows, nextBefore: undefined, isCut: false }
}

/**
 * Reads several lists together, the newest entry first.
 *
 * @param options.timeOf - the time by which the entries are sorted, which falls within each list.
 * @throws StoreUnavailableError
 */
export async function* entriesOf<Entry extends object>(
  lists: readonly StoredList<Entry>[],
  options: Span & { fits: (entry: Entry) => boolean; timeOf: (entry: ListEntry<Entry>) => number },
): AsyncGenerator<ListEntry<Entry>, void, undefined> {
  const { fits, timeOf, ...span } = options
  const walks = lists.map((list) => fitting(list, span, fits))
  const heads = await Promise.all(walks.map(async (walk) => ({ walk, next: (await walk.next()).value })))
  const time = ({ next }: { next: ListEntry<Entry> | undefined }) => (next ? timeOf(next) : -Infinity)
  for (;;) {
    const [newest] = heads.toSorted((one, other) => time(other) - time(one))
    if (!newest?.next) return
    yield newest.next
    newest.next = (await newest.walk.next()).value
  }
}

async function* fitting<Entry extends object>(
  list: StoredList<Entry>,
  span: Span,
  fits: (entry: Entry) => boolean,
): AsyncGenerator<ListEntry<Entry>, undefined, undefined> {
  for await (const page of pagesOf(list, span)) yield* page.filter(({ entry }) => fits(entry))
  return undefined
}

/** Yields items in arrays of a size. The last array is shorter, and may be empty. */
export async function* inParts<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[], undefined, undefined> {
  let part: Item[] = []
  for await (const item of items) {
    part.push(item)
    if (part.length < size) continue
    yield part
    part = []
  }
  yield part
  return undefined
}
