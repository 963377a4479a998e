import 'server-only'
import { z } from 'zod'
import { config } from '@/lib/config'
import { withoutBlanks } from '@/lib/connect/wallet-address-shape'
import { connectFields, connectsTable } from '@/lib/console/connects'
import { defineList } from '@/lib/console/list'
import { sortParams, type ListQuery } from '@/lib/console/query'
import type { SearchParams } from '@/lib/console/page-url'
import { connectRecords, recordOutcomes, type ConnectRecord, type RecordFilter } from '@/lib/records'

export const maxWalletLength = 200

const filterSchema = z.object({
  outcome: z.enum(recordOutcomes).optional().catch(undefined),
  // The form puts the step before the reason. Other versions of this app can have further reasons.
  reason: z
    .string()
    .regex(/^([a-z_]{1,50}\.)?[a-z_]{1,50}$/)
    .optional()
    .catch(undefined),
  day: z
    .string()
    .trim()
    .refine((days) => z.array(z.iso.date()).min(1).max(2).safeParse(days.split('..')).success)
    .optional()
    .catch(undefined),
  // A text with other characters cannot match, so the filter ignores it.
  wallet: z
    .string()
    .overwrite(withoutBlanks)
    .regex(/^[\w….-]+$/)
    .max(maxWalletLength)
    .optional()
    .catch(undefined),
})

/** Reads `?outcome=refused&reason=no_answer&day=2026-01-25..2026-01-31`. `reason` may name its step: `wallet_failed.declined`. */
export function readRecordFilter(searchParams: SearchParams): RecordFilter {
  const { outcome: chosen, reason: named, day, wallet } = filterSchema.parse(searchParams)
  const [reason, step] = named?.split('.').toReversed() ?? []
  return { outcome: filterSchema.shape.outcome.parse(step) ?? chosen, reason, day, wallet }
}

export function connects() {
  const { detail } = config().connectRecords
  return defineList<ConnectRecord, RecordFilter>({
    ...connectsTable(detail),
    name: 'connects',
    path: '/console/connects',
    source: {
      kind: 'newest',
      page: (from, where) => connectRecords().newest({ ...from, where }),
      all: (where) => connectRecords().all(where),
    },
    filter: readRecordFilter,
    about: ({ wallet }) => wallet,
    sort: newestFirst,
    file: connectFields(detail),
  })
}

const newestFirst = { key: 'at', direction: 'descending' } as const

export type ConnectsQuery = Pick<ListQuery<RecordFilter>, 'filter' | 'sort'>

export const connectsParams = ({ filter, sort }: ConnectsQuery): SearchParams => ({
  ...filter,
  ...sortParams({ sort: newestFirst }, sort),
})
