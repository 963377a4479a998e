import 'server-only'
import { parseStored } from './json'
import type { Json, QueueItem, QueueOptions, WorkQueue } from './store'

/** An item as it is kept. */
export interface HeldItem {
  text: string
  /** In milliseconds since the epoch; Infinity where it is parked. */
  dueAt: number
}

/** A queue over a map that is kept elsewhere, by id. */
export function processQueue<Item extends Json>(
  items: Map<string, HeldItem>,
  { schema, maxItems }: QueueOptions<Item>,
  now: () => number,
): WorkQueue<Item> {
  const byDue = () => [...items].sort(([, one], [, other]) => (one.dueAt < other.dueAt ? -1 : 1))
  const readable = (id: string, { text }: HeldItem): QueueItem<Item>[] => {
    const item = parseStored(text, schema)
    return item === null ? [] : [{ id, item }]
  }
  return {
    async add(id, item, { delayMs = 0 } = {}) {
      if (items.has(id)) return true
      if (items.size >= maxItems) return false
      items.set(id, { text: JSON.stringify(item), dueAt: now() + delayMs })
      return true
    },
    async claim({ limit, leaseMs }) {
      const due = byDue()
        .filter(([, { dueAt }]) => dueAt <= now())
        .slice(0, limit)
      for (const [, held] of due) held.dueAt = now() + leaseMs
      return due.flatMap(([id, held]) => readable(id, held))
    },
    async reschedule(id, item, { delayMs }) {
      if (!items.has(id)) return false
      items.set(id, { text: JSON.stringify(item), dueAt: now() + delayMs })
      return true
    },
    async remove(id) {
      return items.delete(id)
    },
    async find(id) {
      return parseStored(items.get(id)?.text, schema)
    },
    async items({ limit }) {
      return byDue()
        .slice(0, limit)
        .flatMap(([id, held]) => readable(id, held).map((item) => ({ ...item, isParked: held.dueAt === Infinity })))
    },
  }
}
