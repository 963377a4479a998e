import { listConversions, type CallOptions, type Conversion, type ServiceAccess } from '@/lib/service'

/** How many conversions there are, and the latest of them. */
export interface LatestConversion {
  total: number
  /** Null where there is none yet. */
  latest: Conversion | null
}

/**
 * Reads the latest conversion. The interface gives the list no order, so the first and the last one are
 * asked for, and the later of the two is taken: right for a list by time, in whichever direction.
 *
 * @throws as `listConversions` does
 */
export async function readLatestConversion(access: ServiceAccess, options: CallOptions): Promise<LatestConversion> {
  const first = await listConversions(access, { page: 1, limit: 1 }, options)
  const { total, limit } = first
  const last =
    total > limit ? await listConversions(access, { page: Math.ceil(total / limit), limit: 1 }, options) : null
  const latest = [...first.items, ...(last?.items ?? [])].reduce<Conversion | null>(
    (latest, each) => (latest && Date.parse(latest.converted_at) >= Date.parse(each.converted_at) ? latest : each),
    null,
  )
  return { total, latest }
}
