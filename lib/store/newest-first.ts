import 'server-only'
import type { ListEntry, StoredList } from './store'

export interface Span<Entry> {
  /** The id of an entry. Reads only the entries before it. */
  before?: string | undefined
  /** Reads no further page after an entry from before this time, in milliseconds since the epoch. @default -Infinity */
  since?: number | undefined
  /** The time by which several lists are merged. It falls within each list. @default when the entry was appended */
  timeOf?: (entry: ListEntry<Entry>) => number
}

const defaultSize = 1000

/**
 * Reads lists together, the newest entry first, a page of each list on demand. A list can have an entry twice after a
 * time-out of the store. The entry then comes once, unless a page or more is between.
 *
 * @throws StoreUnavailableError
 */
export async function* newestFirst<Entry extends object>(
  lists: readonly StoredList<Entry>[],
  span: Span<Entry> = {},
  size = defaultSize,
): AsyncGenerator<ListEntry<Entry>, void, undefined> {
  const { timeOf = ({ at }) => at } = span
  const walks = lists.map((list) => entriesOf(list, span, size))
  const heads = await Promise.all(walks.map(async (walk) => ({ walk, next: (await walk.next()).value })))
  const time = ({ next }: { next: ListEntry<Entry> | undefined }) => (next ? timeOf(next) : -Infinity)
  for (;;) {
    const [newest] = heads.toSorted((one, other) => time(other) - time(one))
    if (!newest?.next) return
    yield newest.next
    newest.next = (await newest.walk.next()).value
  }
}

async function* entriesOf<Entry extends object>(
  list: StoredList<Entry>,
  { before, since = -Infinity }: Span<Entry>,
  size: number,
): AsyncGenerator<ListEntry<Entry>, undefined, undefined> {
  let known: ReadonlyMap<string, unknown> = new Map()
  for (;;) {
    const page = await list.newest({ limit: size, before })
    const byId = new Map(page.map((each) => ['id' in each.entry ? String(each.entry.id) : each.id, each]))
    for (const [id, each] of byId) if (!known.has(id)) yield each
    const last = page.at(-1)
    // A page is shorter where the store has left out an entry that does not match the schema.
    if (!last || last.at < since) return undefined
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
 * Collects the newest entries that fit.
 *
 * @param options.maxRead - ends after this many entries, whether they fit or not. @default Infinity
 * @throws StoreUnavailableError
 */
export async function pageOf<Entry extends object>(
  lists: readonly StoredList<Entry>[],
  options: Span<Entry> & { limit: number; fits?: ((entry: Entry) => boolean) | undefined; maxRead?: number },
): Promise<NewestPage<Entry>> {
  const { limit, fits, maxRead = Infinity, ...span } = options
  const rows: Entry[] = []
  let read = 0
  for await (const { id, entry } of newestFirst(lists, span, fits ? defaultSize : limit)) {
    if (fits?.(entry) ?? true) rows.push(entry)
    read += 1
    if (rows.length === limit) return { rows, nextBefore: id, isCut: false }
    if (read === maxRead) return { rows, nextBefore: id, isCut: true }
  }
  return { rows, nextBefore: undefined, isCut: false }
}

/** Yields the entries that fit, for an export, in an array for each 500 entries that it reads. An array may be empty. */
export async function* partsOf<Entry extends object>(
  lists: readonly StoredList<Entry>[],
  span: Span<Entry> = {},
  fits: (entry: Entry) => boolean = () => true,
): AsyncGenerator<Entry[], void, undefined> {
  let part: Entry[] = []
  let read = 0
  for await (const { entry } of newestFirst(lists, span)) {
    if (fits(entry)) part.push(entry)
    read += 1
    if (read % 500 !== 0) continue
    yield part
    part = []
  }
  yield part
}
