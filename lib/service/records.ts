import { z } from 'zod'

/*
 * The records, with the interface's own names ("Records and their fields"). The schemas ignore additional fields, and
 * accept further values of an enumeration and any text as an identifier. Every listed field must be present and have
 * its type.
 */

/** The readable records of a list, in its order. One unreadable record does not make the others unreadable. */
export interface Records<Item> {
  items: Item[]
  /** The number of the other records. In these, a listed field is missing, null or of another type. */
  unreadable: number
}

/** Makes the schema of a list, which reads each record for itself. */
export const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(z.unknown()).transform((records): Records<z.output<Schema>> => {
    const items = records.flatMap((record) => {
      const parsed = schema.safeParse(record)
      return parsed.success ? [parsed.data] : []
    })
    return { items, unreadable: records.length - items.length }
  })

/** Points, bolts or a share. A number like `1e999`, which no double holds, is unreadable. */
const amount = z.number()

/** A number of records, or a position. It describes a list and not a record, so digits as a text are also valid. */
export const count = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])

/** ISO 8601 with `Z` or an offset, as text. `Date.parse` accepts it, and browsers can receive it unchanged. */
const dateTime = z.iso.datetime({ offset: true })

export const taskRun = z.object({
  task_run_id: z.string(),
  task_id: z.string(),
  event_id: z.string(),
  status: z.string(),
  blockchain_status: z.string(),
  validated_at: dateTime.nullable(),
  raw_data_invalid: z.boolean(),
  force_ended: z.boolean(),
  ingested_at: dateTime,
  updated_at: dateTime,
  seconds_since_update: z.int(),
})

/**
 * One run of a task ("Task run status record"; "Task run states").
 *
 * - `status`: lifecycle, `in_progress` from `task_start` and `completed` from `task_end`.
 * - `blockchain_status`: `pending` until the start is on chain, then `running` until the end is on chain, then
 *   `finished`.
 * - `validated_at`: UTC; null until `task_validate` succeeds, never set if `raw_data_invalid` is true.
 * - `ingested_at`, `updated_at`: UTC; the time of the first start event, and of the last change of any field.
 * - `seconds_since_update`: whole seconds since `updated_at`, by the service's clock.
 */
export type TaskRun = z.output<typeof taskRun>

const userBreakdownEntry = z.object({
  wallet_address: z.string(),
  user_id: z.string(),
  subnet_points: amount,
  share_percentage: amount,
  bolts_earned: amount,
})

/**
 * One user's part in a conversion ("User breakdown entry"): the user's Subnet Points,
 * their share in percent, and the bolts earned, which can have decimals.
 */
export type UserBreakdownEntry = z.output<typeof userBreakdownEntry>

const conversionFields = z.object({
  conversion_id: z.string(),
  converted_at: dateTime,
  period_started_at: dateTime,
  period_ended_at: dateTime,
  total_subnet_points_in_pool: amount,
  gross_bolts_allocation: amount,
  total_bolts_distributed: amount,
  user_bolts_distributed: amount,
  owner_bolts_distributed: amount,
})

/** A conversion without its breakdown. */
export type ConversionFields = z.output<typeof conversionFields>

export const conversion = conversionFields
  .extend({ user_breakdown: listOf(userBreakdownEntry) })
  .transform(({ user_breakdown: { items, unreadable }, ...fields }) => ({
    ...fields,
    user_breakdown: items,
    unreadableEntries: unreadable,
  }))

/**
 * One conversion of pooled Subnet Points into bolts ("Conversion record"). Times are UTC, `total_subnet_points_in_pool`
 * is in Subnet Points, and the four others are in bolts. `user_breakdown` has an entry for each user, and the service
 * does not page it. `unreadableEntries` is the number of entries that it lacks because they are unreadable.
 */
export type Conversion = z.output<typeof conversion>

export const balance = z.object({
  wallet_address: z.string(),
  user_id: z.string(),
  current_period_points: amount,
  all_time_points: amount,
  bolts: amount,
})

/**
 * The balance of one user of the subnet ("Balance record"): Subnet Points of the current period and of all
 * time, and the bolts earned through this subnet. Bolts can have decimals and exclude foundation grants.
 */
export type Balance = z.output<typeof balance>

export const batchUpload = z.object({
  id: z.string(),
  queued: count,
  failed: count,
})

/**
 * An accepted batch ("Batch upload result"): its identifier, the number of accepted rows, and the number of failed
 * rows.
 */
export type BatchUpload = z.output<typeof batchUpload>

export const resource = z.object({
  id: z.string(),
  name: z.string(),
  resource_type: z.string(),
  resource_subtype: z.string(),
  resource_pda: z.string(),
  active: z.boolean(),
})

/**
 * One resource that is assigned to the subnet ("Resource record"). The interface does not list the values of
 * `resource_type` and `resource_subtype`, so show them but do not branch on them.
 */
export type Resource = z.output<typeof resource>
