import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { sumBreakdown } from '@/lib/console/conversions/breakdown-totals'
import { partsOf } from '@/lib/console/parts'
import { decimalText, DecimalSum, sumOf } from '@/lib/console/conversions/decimal'
import { reconcile, type ReconciliationVerdict } from '@/lib/console/conversions/reconciliation'
import {
  serviceText,
  walkBalances,
  walkConversions,
  type Conversion,
  type ServiceAccess,
  type WalkOptions,
} from '@/lib/service'
import { consoleText } from '../checks/texts'
import { UsageError, type FlagsOf } from '../command-line'
import { checkedDates, dateFlags, dateUsage } from './dates'
import { exitCodes } from './exit-codes'
import { monthColumns, monthsOf, periodBreaks, type CheckedConversion, type PeriodBreak } from './figures'
import { compareWith, manifestEntry, readManifest } from './manifest'
import { openRows, outputFlags, outputUsage, writeWhole } from './output'
import { readParts } from './read-parts'
import { serviceSettings } from './service-settings'

/** For `--help`. */
export const usage = `subnet reconcile [flags]

Figures for finance: a row for each month of conversions, by converted_at in UTC, with exact sums. Stderr says which
conversions do not add up and where their periods leave a gap or overlap.

${dateUsage}
  --manifest FILE  reports what has changed in the past since the previous run, and records this run
${outputUsage}

Without dates it reads all conversions, and compares their users' bolts with the balances. That they are equal is an
expectation only: the interface does not promise it.

Examples:
  subnet reconcile --from 2026-01-01 --until 2026-06-30
  subnet reconcile --output figures.csv --manifest figures.manifest.json`

/** For `parseArgs`. */
export const flags = { ...dateFlags, ...outputFlags, manifest: { type: 'string' } } as const

/** The max number of lines of a kind on stderr. */
const maxDetails = 50

/** Runs the command, and returns its exit code. */
export async function run({ from, until, manifest, ...output }: FlagsOf<typeof flags>): Promise<number> {
  const dates = checkedDates({ from, until })
  // Without this check, the run would fail at its end, after minutes of reading.
  if (manifest && !existsSync(dirname(manifest))) throw new UsageError(`The folder of ${manifest} is missing.`)
  const rows = openRows<ReturnType<typeof monthsOf>[number]>(monthColumns, output)
  const { access, options } = serviceSettings()
  const before = manifest === undefined ? undefined : readManifest(manifest, access)

  const checked: CheckedConversion[] = []
  const walk = walkConversions(access, dates, { ...options, breakdown: sumBreakdown })
  const { isDoubtful, texts: doubts } = await readParts('conversions', partsOf(walk), (read) => {
    for (const conversion of read) checked.push({ conversion, lines: reconcile(conversion) })
  })
  const conversions = checked.map(({ conversion }) => conversion)
  const unreadable = conversions.reduce((sum, { breakdown }) => sum + breakdown.unreadable, 0)
  if (unreadable > 0) doubts.push(`${unreadable} entries of breakdowns cannot be read.`)
  const isAll = from === undefined && until === undefined
  const balances = isAll ? await compareBalances(conversions, access, options) : []
  const isWhole = !isDoubtful && unreadable === 0
  const past = before && isWhole ? compareWith(before, conversions.map(manifestEntry), dates, new Date()) : undefined
  const breaks = periodBreaks(conversions)

  await rows.write(monthsOf(checked, breaks))
  await rows.end()
  const findings = [
    checked.flatMap((each) => detailsOf('wrong', each)),
    breaks.map(breakText),
    Object.entries(past?.changes ?? {}).flatMap(([how, list]) => list.map((each) => `Past, ${how}: ${nameOf(each)}`)),
  ]
  for (const lines of [...findings, checked.flatMap((each) => detailsOf('remark', each)), balances, doubts])
    report(lines)
  if (manifest !== undefined && past) writeWhole(manifest, `${JSON.stringify(past.next, null, 1)}\n`)
  if (manifest !== undefined && !past) report(['The manifest was not compared and stays as it was.'])
  if (!isWhole) return exitCodes.incomplete
  return findings.flat().length > 0 ? exitCodes.found : exitCodes.whole
}

async function compareBalances(
  conversions: readonly Conversion[],
  access: ServiceAccess,
  options: WalkOptions,
): Promise<string[]> {
  const bolts = new DecimalSum()
  const { isDoubtful, texts } = await readParts('balances', partsOf(walkBalances(access, {}, options)), (balances) => {
    for (const balance of balances) bolts.add(balance.bolts)
  })
  if (isDoubtful) return texts.map((text) => `The balances were not compared. ${text}`)
  const given = sumOf(conversions.map(({ user_bolts_distributed }) => user_bolts_distributed)).value
  const difference = decimalText(bolts.value.minus(given))
  return [
    `The balances have ${decimalText(bolts.value)} bolts, and the conversions gave users ${decimalText(given)}: a ` +
      `difference of ${difference}. Zero is an expectation: the interface does not promise it.`,
  ]
}

function detailsOf(wanted: ReconciliationVerdict, { conversion, lines }: CheckedConversion): string[] {
  const title = `${consoleText(`conversions.reconciliation.verdicts.${wanted}`)}: ${nameOf(conversion)}`
  return lines
    .filter(({ verdict }) => verdict === wanted)
    .map(({ check, expected, found, difference }) => {
      const expectation = consoleText(`conversions.reconciliation.checks.${check}`)
      return `${title}: ${expectation}: expected ${expected}, found ${found}, difference ${difference}`
    })
}

function breakText({ kind, before, after }: PeriodBreak): string {
  const [end, start] = [before.period_ended_at, after.period_started_at]
  return `${kind === 'gap' ? 'Gap' : 'Overlap'}: ${nameOf(before)} ends ${end}, ${nameOf(after)} starts ${start}`
}

/** Names a conversion. Escapes the ID for a terminal, because it can be any text. */
function nameOf({ conversion_id, converted_at }: Pick<Conversion, 'conversion_id' | 'converted_at'>): string {
  return `conversion ${serviceText(conversion_id) ?? 'without an ID'} of ${converted_at}`
}

function report(lines: readonly string[]): void {
  for (const line of lines.slice(0, maxDetails)) console.error(line)
  if (lines.length > maxDetails) console.error(`… and ${lines.length - maxDetails} more`)
}
