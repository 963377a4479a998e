import { z } from 'zod'

/*
 * The records of "Resources and their fields", under the interface's own names. They are read
 * tolerantly: fields that are not listed are ignored, a text of an enumeration may be one that is not
 * listed, identifiers are any text. What is listed must be there, and be of its type.
 */

/** ISO 8601 in UTC, kept as text: it can be sent to a browser as it is, and `Date.parse` takes it. */
const dateTime = z.iso.datetime({ offset: true })

/** One of the listed texts, or one that the service has learned since. */
type OpenText<Listed extends string> = Listed | (string & Record<never, never>)

const openText = <Listed extends string>() => z.custom<OpenText<Listed>>((value) => typeof value === 'string')

/** "Task run status record". */
export const taskRun = z.object({
  task_run_id: z.string(),
  task_id: z.string(),
  event_id: z.string(),
  status: openText<'in_progress' | 'completed'>(),
  blockchain_status: openText<'pending' | 'running' | 'finished'>(),
  validated_at: dateTime.nullable(),
  raw_data_invalid: z.boolean(),
  force_ended: z.boolean(),
  ingested_at: dateTime,
  updated_at: dateTime,
  seconds_since_update: z.int(),
})

/**
 * One run of a task ("Task run status record"; "States and transitions", Task run).
 *
 * - `status`: lifecycle, set by `task_start` and `task_end`.
 * - `blockchain_status`: `pending` until the start has landed on chain, `running` until the end has.
 * - `validated_at`: UTC; null until `task_validate` succeeds, never set once `raw_data_invalid`.
 * - `ingested_at`, `updated_at`: UTC; when the first start event came, when any field last changed.
 * - `seconds_since_update`: whole seconds since `updated_at`, by the service's clock.
 */
export type TaskRun = z.output<typeof taskRun>

/** "User breakdown entry". */
export const userBreakdownEntry = z.object({
  wallet_address: z.string(),
  user_id: z.string(),
  subnet_points: z.number(),
  share_percentage: z.number(),
  bolts_earned: z.number(),
})

/**
 * One user's part in a conversion ("Conversion record", User breakdown entry): Subnet Points put in, the
 * share in percent, and the bolts earned, which may have decimals.
 */
export type UserBreakdownEntry = z.output<typeof userBreakdownEntry>

/** "Conversion record". */
export const conversion = z.object({
  conversion_id: z.string(),
  converted_at: dateTime,
  period_started_at: dateTime,
  period_ended_at: dateTime,
  total_subnet_points_in_pool: z.number(),
  gross_bolts_allocation: z.number(),
  total_bolts_distributed: z.number(),
  user_bolts_distributed: z.number(),
  owner_bolts_distributed: z.number(),
  user_breakdown: z.array(userBreakdownEntry),
})

/**
 * One conversion of pooled Subnet Points into bolts ("Conversion record"). Times are UTC,
 * `total_subnet_points_in_pool` is in Subnet Points, and the four others are in bolts.
 */
export type Conversion = z.output<typeof conversion>

/** "Balance record". */
export const balance = z.object({
  wallet_address: z.string(),
  user_id: z.string(),
  current_period_points: z.number(),
  all_time_points: z.number(),
  bolts: z.number(),
})

/**
 * What one user of the subnet has ("Balance record"): Subnet Points of the current period and of all
 * time, and the bolts earned through this subnet, which may have decimals and count no grants of the
 * foundation.
 */
export type Balance = z.output<typeof balance>

/** "Pagination object". */
export const pagination = z.object({
  page: z.int().min(1),
  limit: z.int().min(1),
  total: z.int().min(0),
})

/** Where a page is ("Pagination object"): its number from 1, the results per page, the results in all. */
export type Pagination = z.output<typeof pagination>

/** "Batch upload result". */
export const batchUpload = z.object({
  id: z.string(),
  queued: z.int(),
  failed: z.int(),
})

/** A batch that was taken in ("Batch upload result"): its identifier, and how many rows were accepted and failed. */
export type BatchUpload = z.output<typeof batchUpload>

/** "Resource record". */
export const resource = z.object({
  id: z.string(),
  name: z.string(),
  resource_type: z.string(),
  resource_subtype: z.string(),
  resource_pda: z.string(),
  active: z.boolean(),
})

/**
 * One resource that is assigned to the subnet ("Resource record"). The values of `resource_type` and
 * `resource_subtype` are not listed, so they are texts to show and not to branch on.
 */
export type Resource = z.output<typeof resource>
