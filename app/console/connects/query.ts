import 'server-only'
import { z } from 'zod'
import { withoutBlanks } from '@/lib/connect/wallet-address-shape'
import type { SearchParams } from '@/lib/console/page-url'
import { attemptsTable } from '@/lib/console/attempts'
import type { Sort } from '@/lib/console/list'
import { readBefore, readSort } from '@/lib/console/query'
import { readSearchText } from '@/lib/console/search-text'
import { recordOutcomes, type RecordFilter } from '@/lib/records'

/** The query of the page, for all attempts or only the attempts with a text. */
export interface ConnectsQuery {
  /** The text to find; null without one. */
  find: string | null
  /** The filter of the list; empty for all attempts. */
  where: RecordFilter
  /** The order of the attempts of a page; null for the newest first. */
  sort: Sort | null
  /** The last entry of the previous page. */
  before: string | undefined
  /** A wallet address to ask the service about; null without one. */
  ask: string | null
}

const longestText = 200

const askedWallet = z.string().catch('')

const filter = z.object({
  outcome: z.enum(recordOutcomes).optional().catch(undefined),
  // The form puts the step before the reason. Other versions of this app can have further reasons.
  reason: z
    .string()
    .regex(/^([a-z_]{1,50}\.)?[a-z_]{1,50}$/)
    .optional()
    .catch(undefined),
  day: z.iso.date().optional().catch(undefined),
  // A text with other characters cannot match, so the filter ignores it.
  wallet: z
    .string()
    .overwrite(withoutBlanks)
    .regex(/^[\w….-]+$/)
    .max(longestText)
    .optional()
    .catch(undefined),
})

/**
 * Reads the filter in a query: `?outcome=refused&reason=no_answer&day=2026-01-31&wallet=7xKX`. The step in
 * `reason=wallet_failed.declined` overrides `outcome`, because several steps can have the same reason.
 */
export function readRecordFilter(searchParams: SearchParams): RecordFilter {
  const { outcome: chosen, reason: named, day, wallet } = filter.parse(searchParams)
  const [reason, step] = named?.split('.').toReversed() ?? []
  const outcome = filter.shape.outcome.parse(step) ?? chosen
  return {
    ...(outcome !== undefined && { outcome }),
    ...(reason !== undefined && { reason }),
    ...(day !== undefined && { day }),
    ...(wallet !== undefined && { wallet }),
  }
}

/** Reads the query of the page. An invalid value counts as missing. */
export function readConnectsQuery(searchParams: SearchParams): ConnectsQuery {
  return {
    find: readSearchText(searchParams['find']),
    where: readRecordFilter(searchParams),
    sort: readSort(attemptsTable('full'), searchParams),
    before: readBefore(searchParams),
    ask: withoutBlanks(askedWallet.parse(searchParams['ask'])).slice(0, longestText) || null,
  }
}

/** Returns the parameters of the page's URL for a filter, a sort and a start. */
export function connectsParams({
  where,
  sort,
  before,
}: Partial<Pick<ConnectsQuery, 'where' | 'sort' | 'before'>>): SearchParams {
  return { ...where, sort: sort?.key, order: sort?.direction, before }
}
