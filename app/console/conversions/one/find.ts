import 'server-only'
import {
  failed,
  isRefusedPage,
  listConversions,
  succeeded,
  walkConversions,
  type Conversion,
  type ConversionFields,
  type Listed,
  type Result,
  type ServiceAccess,
  type WalkOptions,
} from '@/lib/service'
import type { ListPosition } from '@/app/console/conversions/query'
import { readService } from '@/lib/console/service'

const maxSearched = 1000

type KnownPosition = ListPosition & { at: number }

export type ConversionFound =
  | { kind: 'found'; conversion: Listed<Conversion>; listPosition: KnownPosition }
  | { kind: 'missing'; searched: number; isWhole: boolean; unreadable: number }

/** The interface has no read by ID. Reads the conversion at its position, and searches all if another one is there. */
export async function findConversion(
  access: ServiceAccess,
  { id, listPosition }: { id: string; listPosition: ListPosition },
  options: WalkOptions,
): Promise<Result<ConversionFound>> {
  const hasId = (item: Conversion) => item.conversion_id === id
  const { at } = listPosition
  if (at !== undefined) {
    const there = await readAt(access, { ...listPosition, at }, options)
    if (!there.ok) return there
    const conversion = there.data
    if (conversion && hasId(conversion)) {
      return succeeded({ kind: 'found', conversion, listPosition: { ...listPosition, at } })
    }
  }
  let searched = 0
  let unreadable = 0
  for await (const event of walkConversions(access, {}, options)) {
    if (event.kind === 'failed') return failed(event.error)
    if (event.kind !== 'page') continue
    const { items, total } = event.page
    const conversion = items.find(hasId)
    if (conversion) return succeeded({ kind: 'found', conversion, listPosition: { at: conversion.position } })
    searched += items.length + event.page.unreadable
    unreadable += event.page.unreadable
    if (searched >= maxSearched) {
      return succeeded({ kind: 'missing', searched, isWhole: searched >= total, unreadable })
    }
  }
  return succeeded({ kind: 'missing', searched, isWhole: true, unreadable })
}

/** Null if the conversion is unreadable or the list is shorter. The service may refuse a position after its end. */
async function readAt(access: ServiceAccess, { at, from, until }: KnownPosition, options: WalkOptions) {
  const result = await listConversions(access, { from, until, page: at, limit: 1 }, options)
  if (!result.ok) return isRefusedPage(result.error) ? succeeded(null) : result
  const { page, items } = result.data
  return succeeded((page === at && items[0]) || null)
}

export type Neighbour = KnownPosition & { conversion: ConversionFields }

export type Neighbours = Awaited<ReturnType<typeof readNeighbours>>

/** The interface states no order ("List conversions"), so the times decide which neighbour in the list is older. */
export async function readNeighbours(conversion: ConversionFields, listPosition: KnownPosition) {
  const beside = [listPosition.at - 1, listPosition.at + 1].filter((at) => at > 0)
  const found = await Promise.all(
    beside.map(async (at): Promise<Neighbour[]> => {
      const position = { ...listPosition, at }
      const read = await readService((access, options) => readAt(access, position, options))
      return read.kind === 'read' && read.data ? [{ conversion: read.data, ...position }] : []
    }),
  )
  /** Negative for an older conversion. If the times are equal, it assumes that the newer one is first in the list. */
  const distance = (other: Neighbour) =>
    Date.parse(other.conversion.converted_at) - Date.parse(conversion.converted_at) || listPosition.at - other.at
  const byTime = found
    .flat()
    // If the ID is equal, the list has changed since the read of the conversion.
    .filter((other) => other.conversion.conversion_id !== conversion.conversion_id)
    .toSorted((a, b) => distance(a) - distance(b))
  return {
    older: byTime.findLast((found) => distance(found) < 0),
    newer: byTime.find((found) => distance(found) > 0),
  }
}
