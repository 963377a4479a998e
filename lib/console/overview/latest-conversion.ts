import { isReadable, listConversions, type CallOptions, type Conversion, type ServiceAccess } from '@/lib/service'

/** The number of conversions, and the latest one. */
export interface LatestConversion {
  total: number
  /** Null if there is none yet, or if it is not known. */
  latest: Conversion | null
  /** False if one of those that could be the latest cannot be read. */
  isKnown: boolean
}

/**
 * Reads the latest conversion. The interface does not say how the list is sorted. So this reads the first
 * and the last conversion and returns the later one, which is right if the list is sorted by time in either
 * direction.
 *
 * @throws as `listConversions` does
 */
export async function readLatestConversion(access: ServiceAccess, options: CallOptions): Promise<LatestConversion> {
  const first = await listConversions(access, { page: 1, limit: 1 }, options)
  const { total, limit } = first
  const last =
    total > limit ? await listConversions(access, { page: Math.ceil(total / limit), limit: 1 }, options) : null
  const items = [...first.items, ...(last?.items ?? [])]
  // The other one could be the oldest.
  if (!items.every(isReadable)) return { total, latest: null, isKnown: false }
  const latest = items
    .filter(isReadable)
    .reduce<Conversion | null>(
      (latest, each) => (latest && Date.parse(latest.converted_at) >= Date.parse(each.converted_at) ? latest : each),
      null,
    )
  return { total, latest, isKnown: true }
}
