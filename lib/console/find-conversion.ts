import {
  listConversions,
  walkConversionPages,
  type CallOptions,
  type Conversion,
  type ServiceAccess,
} from '@/lib/service'
import type { ConversionPlace } from './conversion-query'

/** How many conversions are looked through for one that is not where the link says: twenty years of weekly ones. */
const mostSearched = 1000

/** What looking for a conversion came to. */
export type ConversionFound =
  | { kind: 'found'; conversion: Conversion; place: ConversionPlace }
  /** `isWhole` says whether there are no more than were searched. */
  | { kind: 'missing'; searched: number; isWhole: boolean }

/**
 * Finds a conversion, for which the interface has no operation of its own: at its place in the list,
 * with one call for one row; or, where another one has that place by now, by looking through the list,
 * of all dates. What is found there has its place among all conversions.
 *
 * @throws as `listConversions` does
 */
export async function findConversion(
  access: ServiceAccess,
  { id, place }: { id: string; place: ConversionPlace },
  options: CallOptions,
): Promise<ConversionFound> {
  const { at, from, until } = place
  if (at !== undefined) {
    const { items, page } = await listConversions(access, { from, until, page: at, limit: 1 }, options)
    const conversion = page === at ? items.find((each) => each.conversion_id === id) : undefined
    if (conversion) return { kind: 'found', conversion, place }
  }
  let searched = 0
  for await (const { items, total } of walkConversionPages(access, {}, options)) {
    const index = items.findIndex((each) => each.conversion_id === id)
    const conversion = items[index]
    if (conversion) {
      const whereabouts = { at: searched + index + 1, from: undefined, until: undefined, listRows: place.listRows }
      return { kind: 'found', conversion, place: whereabouts }
    }
    searched += items.length
    if (searched >= mostSearched) return { kind: 'missing', searched, isWhole: searched >= total }
  }
  return { kind: 'missing', searched, isWhole: true }
}
