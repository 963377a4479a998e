import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Big } from 'big.js'
import { z } from 'zod'
import type { BreakdownTotals } from '@/lib/console/conversions/breakdown-totals'
import { decimalText } from '@/lib/console/conversions/decimal'
import type { Conversion, Dates } from '@/lib/service'
import { UsageError } from '../command-line'

/**
 * The data that the next run compares with, without wallets and users. Times are ISO 8601 texts in UTC, with
 * milliseconds.
 */
const manifest = z.object({
  environment: z.string(),
  subnet_id: z.string(),
  /** The spans of `converted_at` that a run has read. A conversion that appears in one later is new in the past. */
  covered: z.array(z.object({ from: z.string(), until: z.string() })),
  conversions: z.array(
    z.object({
      conversion_id: z.string(),
      period_started_at: z.string(),
      converted_at: z.string(),
      sha256: z.string(),
    }),
  ),
})
type Manifest = z.output<typeof manifest>
/** A conversion in a manifest. */
export type ManifestEntry = Manifest['conversions'][number]

/**
 * Reads the manifest of an earlier run. Returns an empty one if the file does not exist.
 *
 * @throws UsageError if the file is not a manifest, or belongs to another subnet
 */
export function readManifest(file: string, service: { environment: string; subnetId: string }): Manifest {
  const empty = { environment: service.environment, subnet_id: service.subnetId, covered: [], conversions: [] }
  let earlier: Manifest
  try {
    earlier = existsSync(file) ? manifest.parse(JSON.parse(readFileSync(file, 'utf8'))) : empty
  } catch {
    throw new UsageError('--manifest is a file that cannot be read, or that this command has not written.')
  }
  if (earlier.environment === empty.environment && earlier.subnet_id === empty.subnet_id) return earlier
  throw new UsageError('--manifest is the manifest of another subnet, or of the other environment.')
}

/** Hashes a conversion and the sums of its breakdown. The hash is the same for `12.5` and `12.50`. */
export function manifestEntry(conversion: Conversion<BreakdownTotals>): ManifestEntry {
  const { conversion_id, converted_at, period_started_at, period_ended_at, breakdown } = conversion
  const times = [converted_at, period_started_at, period_ended_at].map(isoTime)
  const amounts = [
    conversion.total_subnet_points_in_pool,
    conversion.gross_bolts_allocation,
    conversion.total_bolts_distributed,
    conversion.user_bolts_distributed,
    conversion.owner_bolts_distributed,
    breakdown.bolts.value,
    breakdown.points.value,
    breakdown.shares.value,
  ].map((amount) => decimalText(new Big(amount)))
  const canonical = JSON.stringify([conversion_id, times, amounts, breakdown.entries])
  const sha256 = createHash('sha256').update(canonical).digest('hex')
  return {
    conversion_id,
    period_started_at: isoTime(period_started_at),
    converted_at: isoTime(converted_at),
    sha256,
  }
}

/**
 * Compares all conversions of some dates with the manifest of an earlier run. `next` is the manifest of this run. It
 * keeps the earlier conversions outside these dates.
 *
 * The interface does not say which time of a conversion the service compares with the dates ("List conversions"). So a
 * conversion has vanished only if the start of its period and its `converted_at` lie within the dates, before the last
 * day.
 */
export function compareWith(
  before: Manifest,
  entries: readonly ManifestEntry[],
  { from = '', until }: Dates,
  now: Date,
) {
  const known = new Map(before.conversions.map(({ conversion_id, sha256 }) => [conversion_id, sha256]))
  const seen = new Set(entries.map(({ conversion_id }) => conversion_id))
  // ISO 8601 texts sort in the order of their times, and a date sorts before the times of its day.
  const isCovered = ({ converted_at: time }: ManifestEntry) =>
    before.covered.some((span) => span.from <= time && time <= span.until)
  const isWithin = (each: ManifestEntry) =>
    from <= each.period_started_at && (until === undefined || each.converted_at < until)
  const unseen = before.conversions.filter(({ conversion_id }) => !seen.has(conversion_id))

  const endOfDates = until === undefined ? now : new Date(`${until}T23:59:59.999Z`)
  const span = { from, until: (endOfDates < now ? endOfDates : now).toISOString() }
  const otherSpans = before.covered.filter((other) => other.from < span.from || other.until > span.until)
  const kept = unseen.filter((each) => !isWithin(each))
  const changes = {
    changed: entries.filter(({ conversion_id, sha256 }) => (known.get(conversion_id) ?? sha256) !== sha256),
    added: entries.filter((each) => !known.has(each.conversion_id) && isCovered(each)),
    vanished: unseen.filter(isWithin),
  }
  const next: Manifest = { ...before, covered: [...otherSpans, span], conversions: [...kept, ...entries] }
  return { changes, next }
}

const isoTime = (text: string) => new Date(text).toISOString()
