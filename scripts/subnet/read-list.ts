import { variablesOf } from '@/lib/console/shared/open-names'
import { isReadable, type WalkEvent } from '@/lib/service'

/**
 * Reads a list to its end. At a terminal, stderr shows how far it is and when the service makes it wait.
 *
 * @param name - like `conversions`.
 * @param take - gets each record. Nothing is kept here.
 * @returns why the records are not the whole list; empty if they are.
 * @throws what the walk throws
 */
export async function readList<Item extends object>(
  name: string,
  events: AsyncIterable<WalkEvent<Item>>,
  take: (item: Item) => void,
): Promise<string[]> {
  const show = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\u001B[K${text}`)
  const doubts = new Set<string>()
  let read = 0
  try {
    for await (const event of events) {
      if (event.kind === 'pause') show(`The service asks to wait ${event.seconds} s.`)
      if (event.kind === 'page') {
        const { items, suspicions, total } = event.page
        items.filter(isReadable).forEach(take)
        read += items.length
        show(`${read} of ${total} ${name}`)
        for (const suspicion of suspicions.filter(({ kind }) => kind === 'outside_dates')) {
          doubts.add(`The service ignores the dates. Check ${variablesOf(suspicion).join(' and ')}.`)
        }
      }
      if (event.kind !== 'end') continue
      const { summary } = event
      if (summary.unreadable > 0) doubts.add(`${summary.unreadable} of ${read} ${name} cannot be read.`)
      if (summary.kind === 'changed') {
        const totals = `${summary.firstTotal} at first, ${summary.lastTotal} at the end`
        doubts.add(`The list of ${name} changed while it was read: ${totals}; ${summary.repeated} came twice.`)
      }
    }
  } finally {
    show('')
  }
  return [...doubts]
}
