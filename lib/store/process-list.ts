import 'server-only'
import { parseStored } from './json'
import type { Json, ListEntry, ListOptions, StoredList } from './store'

/** A stored entry. Its id consists of the time and a sequence number, as in a Redis stream. */
export interface HeldEntry {
  at: number
  sequence: number
  text: string
}

/** Makes a list over an array that the caller keeps, the oldest entry first. */
export function processList<Entry extends Json>(
  entries: HeldEntry[],
  { schema, maxEntries, maxAgeMs = Infinity }: ListOptions<Entry>,
  now: () => number,
): StoredList<Entry> {
  const dropOld = () => {
    const living = entries.findIndex(({ at }) => at >= now() - maxAgeMs)
    const expired = living === -1 ? entries.length : living
    entries.splice(0, Math.max(expired, entries.length - maxEntries))
  }
  return {
    async append(entry) {
      const last = entries.at(-1)
      // Keep the ids in order even after the clock was set back.
      const at = Math.max(now(), last?.at ?? 0)
      const held = { at, sequence: last?.at === at ? last.sequence + 1 : 0, text: JSON.stringify(entry) }
      entries.push(held)
      dropOld()
      return idOf(held)
    },
    async newest({ limit, before }) {
      dropOld()
      const older = before === undefined ? entries : entries.filter((held) => isOlder(held, before))
      return older
        .slice(-limit)
        .toReversed()
        .flatMap((held): ListEntry<Entry>[] => {
          const entry = parseStored(held.text, schema)
          return entry === null ? [] : [{ id: idOf(held), at: held.at, entry }]
        })
    },
    async remove(fits) {
      const left = entries.filter(({ text }) => {
        const entry = parseStored(text, schema)
        return entry === null || !fits(entry)
      })
      return entries.splice(0, entries.length, ...left).length - left.length
    },
  }
}

const idOf = ({ at, sequence }: HeldEntry) => `${at}-${sequence}`

function isOlder({ at, sequence }: HeldEntry, id: string): boolean {
  const [beforeAt = 0, beforeSequence = 0] = id.split('-').map(Number)
  return at < beforeAt || (at === beforeAt && sequence < beforeSequence)
}
