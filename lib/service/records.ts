import { z } from 'zod'

/* "Records and their fields". Further fields, values of an enumeration and forms of an identifier are accepted. */

/** The readable records of a list, in its order. */
export interface Records<Item> {
  items: Item[]
  /** The index of each item among all records of the response. */
  places: number[]
  /** The number of the other records. In these, a listed field is missing, null or of another type. */
  unreadable: number
}

/** Reads each record for itself. */
export const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(z.unknown()).transform((records): Records<z.output<Schema>> => {
    const items: z.output<Schema>[] = []
    const places: number[] = []
    for (const [place, record] of records.entries()) {
      const parsed = schema.safeParse(record)
      if (!parsed.success) continue
      items.push(parsed.data)
      places.push(place)
    }
    return { items, places, unreadable: records.length - items.length }
  })

/** Points, bolts or a share. A number like `1e999`, which no double holds, is unreadable. */
const amount = z.number()

/** It describes a list and not a record, so digits as a text are also valid. */
export const count = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])

/** ISO 8601 with `Z` or an offset, as text, which `Date.parse` accepts. */
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
 * "Task run status record"; "Task run states". `blockchain_status` is `pending` until the start is on chain, `running`
 * until the end is, and then `finished`. `validated_at` is null until `task_validate` succeeds. `seconds_since_update`
 * counts from `updated_at`, the last change of any field, by the service's clock.
 */
export type TaskRun = z.output<typeof taskRun>

const userBreakdownEntry = z.object({
  wallet_address: z.string(),
  user_id: z.string(),
  subnet_points: amount,
  share_percentage: amount,
  bolts_earned: amount,
})

/** "User breakdown entry": Subnet Points, their share in percent, and the bolts earned, which can have decimals. */
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

export type ConversionFields = z.output<typeof conversionFields>

export const conversion = conversionFields
  .extend({ user_breakdown: listOf(userBreakdownEntry) })
  .transform(({ user_breakdown: { items, unreadable }, ...fields }) => ({
    ...fields,
    user_breakdown: items,
    unreadableEntries: unreadable,
  }))

/**
 * One conversion of pooled Subnet Points into bolts ("Conversion record"). `total_subnet_points_in_pool` is in Subnet
 * Points, and the four others are in bolts. `unreadableEntries` counts the unreadable entries of the breakdown.
 */
export type Conversion = z.output<typeof conversion>

export const balance = z.object({
  wallet_address: z.string(),
  user_id: z.string(),
  current_period_points: amount,
  all_time_points: amount,
  bolts: amount,
})

/** "Balance record": Subnet Points, and the bolts earned through this subnet, which can have decimals. */
export type Balance = z.output<typeof balance>

export const batchUpload = z.object({ id: z.string(), queued: count, failed: count })

/** "Batch upload result": the numbers of accepted and of failed rows. */
export type BatchUpload = z.output<typeof batchUpload>

export const resource = z.object({
  id: z.string(),
  name: z.string(),
  resource_type: z.string(),
  resource_subtype: z.string(),
  resource_pda: z.string(),
  active: z.boolean(),
})

/** "Resource record". The interface lists no values of `resource_type` and `resource_subtype`, so only show them. */
export type Resource = z.output<typeof resource>
