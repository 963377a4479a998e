import { countFailures, reconcile, type ConversionRow } from '@/app/console/conversions/reconciliation'
import { fieldColumns } from '@/lib/console/csv'
import { partsOf } from '@/lib/console/export-parts'
import { changeWalk } from '@/lib/console/select'
import { differenceOf, sumOf } from '@/lib/console/sums'
import { decimalText } from '@/lib/format'
import {
  serviceText,
  walkBalances,
  walkConversions,
  type ConversionFields,
  type ServiceAccess,
  type WalkOptions,
} from '@/lib/service'
import { consoleText } from '../checks/texts'
import type { FlagsOf } from '../command-line'
import { checkedDates, dateFlags, datesCheck, dateUsage } from './dates'
import { exitCodes } from './exit-codes'
import { openRows, outputFlags, outputUsage, readParts } from './output'
import { serviceSettings } from './service-settings'

export const usage = `subnet reconcile [flags]

Figures for finance: a row for each month of conversions, by converted_at in UTC, with exact sums. Stderr says which
conversions do not add up and where their periods leave a gap or overlap.

${dateUsage}
${outputUsage}

Without dates it reads all conversions, and compares their users' bolts with the balances. That they are equal is an
expectation only: the interface does not promise it.

Examples:
  subnet reconcile --from 2026-01-01 --until 2026-06-30
  subnet reconcile --output figures.csv`

export const flags = { ...dateFlags, ...outputFlags } as const

const maxDetails = 50

export async function run({ from, until, ...output }: FlagsOf<typeof flags>): Promise<number> {
  const dates = checkedDates({ from, until })
  const rows = openRows<ReturnType<typeof monthsOf>[number]>(monthColumns, output)
  const { access, options } = serviceSettings()

  const conversions: ConversionRow[] = []
  const check = datesCheck(dates)
  const walk = changeWalk(check.walk(walkConversions(access, dates, options)), reconcile)
  const doubts = await readParts('conversions', partsOf(walk), (read) => {
    conversions.push(...read)
  })
  const unreadable = conversions.reduce((sum, conversion) => sum + conversion.unreadableEntries, 0)
  doubts.push(...check.doubts())
  if (unreadable > 0) doubts.push(`${unreadable} entries of breakdowns cannot be read.`)
  const isAll = from === undefined && until === undefined
  const balances = isAll ? await compareBalances(conversions, access, options) : []
  const breaks = periodBreaks(conversions)

  await rows.write(monthsOf(conversions, breaks))
  await rows.end()
  const findings = [conversions.flatMap((each) => detailsOf('wrong', each)), breaks.map(breakText)]
  for (const lines of [...findings, conversions.flatMap((each) => detailsOf('remark', each)), balances, doubts])
    report(lines)
  if (doubts.length > 0) return exitCodes.incomplete
  return findings.flat().length > 0 ? exitCodes.found : exitCodes.whole
}

async function compareBalances(
  conversions: readonly ConversionFields[],
  access: ServiceAccess,
  options: WalkOptions,
): Promise<string[]> {
  const bolts: number[] = []
  const doubts = await readParts('balances', partsOf(walkBalances(access, {}, options)), (balances) => {
    bolts.push(...balances.map((balance) => balance.bolts))
  })
  if (doubts.length > 0) return doubts.map((text) => `The balances were not compared. ${text}`)
  const given = sumOf(conversions.map(({ user_bolts_distributed }) => user_bolts_distributed))
  const held = sumOf(bolts)
  return [
    `The balances have ${decimalText(held)} bolts, and the conversions gave users ${decimalText(given)}: a ` +
      `difference of ${decimalText(differenceOf(held, given))}. Zero is an expectation: the interface does not promise it.`,
  ]
}

function detailsOf(wanted: 'wrong' | 'remark', conversion: ConversionRow): string[] {
  const title = `${wanted === 'wrong' ? 'Different' : 'Not as expected'}: ${nameOf(conversion)}`
  return conversion.checks
    .filter(({ verdict }) => verdict === wanted)
    .map(({ name, ...figures }) => {
      const expectation = consoleText(`conversions.reconciliation.checks.${name}`)
      const [expected, found, difference] = [figures.expected, figures.found, figures.difference].map(decimalText)
      return `${title}: ${expectation}: expected ${expected}, found ${found}, difference ${difference}`
    })
}

function breakText({ kind, before, after }: PeriodBreak): string {
  const [end, start] = [before.period_ended_at, after.period_started_at]
  return `${kind === 'gap' ? 'Gap' : 'Overlap'}: ${nameOf(before)} ends ${end}, ${nameOf(after)} starts ${start}`
}

/** Names a conversion. Escapes the ID for a terminal, because it can be any text. */
function nameOf({ conversion_id, converted_at }: Pick<ConversionFields, 'conversion_id' | 'converted_at'>): string {
  return `conversion ${serviceText(conversion_id) ?? 'without an ID'} of ${converted_at}`
}

function report(lines: readonly string[]): void {
  for (const line of lines.slice(0, maxDetails)) console.error(line)
  if (lines.length > maxDetails) console.error(`… and ${lines.length - maxDetails} more`)
}

interface PeriodBreak {
  kind: 'gap' | 'overlap'
  before: ConversionFields
  after: ConversionFields
}

const monthColumns = fieldColumns([
  'month',
  'conversions',
  'total_bolts',
  'user_bolts',
  'owner_bolts',
  'pool_points',
  'gaps',
  'overlaps',
  'wrong',
  'remarked',
])

/** The interface does not say whether a period includes its last moment, so it may end at 23:59:59. */
const maxDistanceMs = 1000

/**
 * Finds gaps and overlaps between periods, sorted by their start. It compares each period with the earlier period that
 * ended last, because a long period can contain a short one.
 */
export function periodBreaks(conversions: readonly ConversionFields[]): PeriodBreak[] {
  const breaks: PeriodBreak[] = []
  let before: ConversionFields | undefined
  for (const after of conversions.toSorted((a, b) => startOf(a) - startOf(b))) {
    const distanceMs = before ? startOf(after) - endOf(before) : 0
    if (before && Math.abs(distanceMs) > maxDistanceMs)
      breaks.push({ kind: distanceMs > 0 ? 'gap' : 'overlap', before, after })
    if (!before || endOf(after) > endOf(before)) before = after
  }
  return breaks
}

/**
 * Adds conversions up by the month of `converted_at` in UTC. A gap or overlap counts in the month of the later
 * conversion. A conversion with a wrong check does not count as remarked.
 */
export function monthsOf(conversions: readonly ConversionRow[], breaks: readonly PeriodBreak[]) {
  const months = new Set(conversions.map(monthOf))
  return [...months].sort().map((month) => {
    const here = conversions.filter((each) => monthOf(each) === month)
    const sum = (amountOf: (conversion: ConversionFields) => number) => sumOf(here.map(amountOf))
    const count = (wanted: PeriodBreak['kind']) =>
      breaks.filter(({ kind, after }) => kind === wanted && monthOf(after) === month).length
    const right = here.filter((each) => countFailures(each).wrong === 0)
    return {
      month,
      conversions: here.length,
      total_bolts: sum((each) => each.total_bolts_distributed),
      user_bolts: sum((each) => each.user_bolts_distributed),
      owner_bolts: sum((each) => each.owner_bolts_distributed),
      pool_points: sum((each) => each.total_subnet_points_in_pool),
      gaps: count('gap'),
      overlaps: count('overlap'),
      wrong: here.length - right.length,
      remarked: right.filter((each) => countFailures(each).remarks > 0).length,
    }
  })
}

const startOf = ({ period_started_at }: ConversionFields) => Date.parse(period_started_at)
const endOf = ({ period_ended_at }: ConversionFields) => Date.parse(period_ended_at)
const monthOf = ({ converted_at }: ConversionFields) => new Date(converted_at).toISOString().slice(0, 'yyyy-mm'.length)
