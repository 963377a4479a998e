import 'server-only'
import { readService } from '@/lib/console/service'
import { isUnreadable, listConversions, type ConversionFields } from '@/lib/service'
import type { ListPosition } from '@/app/console/conversions/query'

/** A conversion next to another one in the list. */
export interface Neighbour {
  conversion: ConversionFields
  /** Its position in the list. */
  at: number
}

/** `unknown` if reading the neighbour failed; null if there is no neighbour. */
export type NeighbourFound = Neighbour | 'unknown' | null

/** The conversions before and after another one in time. */
export interface Neighbours {
  older: NeighbourFound
  newer: NeighbourFound
}

/**
 * Reads the conversions before and after one in the list. The interface states no order of the list ("List
 * conversions"), so their times decide which of them is older.
 */
export async function readNeighbours(
  conversion: ConversionFields,
  listPosition: ListPosition & { at: number },
): Promise<Neighbours> {
  const { at } = listPosition
  const beside = await Promise.all([at - 1, at + 1].map((position) => readAt(position, listPosition, conversion)))
  /** Negative for an older conversion. If the times are equal, it assumes that the newer one is first in the list. */
  const distance = (other: Neighbour) =>
    Date.parse(other.conversion.converted_at) - Date.parse(conversion.converted_at) || at - other.at
  const byTime = beside
    .filter((found) => found !== null && found !== 'unknown')
    .toSorted((a, b) => distance(a) - distance(b))
  const otherwise = beside.includes('unknown') ? 'unknown' : null
  return {
    older: byTime.findLast((found) => distance(found) < 0) ?? otherwise,
    newer: byTime.find((found) => distance(found) > 0) ?? otherwise,
  }
}

async function readAt(at: number, { from, until }: ListPosition, beside: ConversionFields): Promise<NeighbourFound> {
  if (at < 1) return null
  const read = await readService((access, options) =>
    listConversions(access, { from, until, page: at, limit: 1 }, options),
  )
  if (!read.ok && read.problem.mayBePastEnd) return null
  if (!read.ok || read.data.page !== at) return 'unknown'
  const [conversion] = read.data.items
  if (!conversion) return null
  // If the ID is equal, the list has changed since the read of the conversion.
  if (isUnreadable(conversion) || conversion.conversion_id === beside.conversion_id) return 'unknown'
  const { user_breakdown: _, ...fields } = conversion
  return { conversion: fields, at }
}
