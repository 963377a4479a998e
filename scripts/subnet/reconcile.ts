import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { parseServiceConfig } from '@/lib/config'
import { sumBreakdown } from '@/lib/console/conversions/breakdown-totals'
import { decimalText, DecimalSum, sumOf } from '@/lib/console/conversions/decimal'
import { reconcile, type ReconciliationVerdict } from '@/lib/console/conversions/reconciliation'
import {
  serviceText,
  walkBalances,
  walkConversions,
  type Conversion,
  type Dates,
  type ServiceAccess,
  type WalkOptions,
} from '@/lib/service'
import { consoleText } from '../checks/texts'
import { UsageError, type FlagsOf } from '../command-line'
import { exitCodes } from './exit-codes'
import { monthColumns, monthsOf, periodBreaks, type CheckedConversion, type PeriodBreak } from './figures'
import { compareWith, manifestEntry, readManifest } from './manifest'
import { chosenFormat, textOf, writeWhole } from './output'
import { readList } from './read-list'

/** For the list of commands. */
export const summary = 'figures for finance: a row for each month of conversions, and what does not add up'

/** For `--help`. */
export const usage = `npm run subnet -- reconcile [flags]

Figures for finance: a row for each month of conversions, by converted_at in UTC, with exact sums. Stderr says which
conversions do not add up and where their periods leave a gap or overlap.

  --from DATE      the first day, like 2026-01-01
  --until DATE     the last day. The service's interface leaves open whether it counts, in which time zone, and which
                   time of a conversion the dates are compared with
  --format FORMAT  csv, jsonl or table; default table at a terminal, else csv
  --output FILE    writes the rows to a file, which is there at the end or not at all; default stdout
  --manifest FILE  says what of the past has changed since the run before, and keeps what this run has read
  --help           this text

Without dates it reads all conversions, and compares their users' bolts with the balances. That they are equal is an
expectation only: the interface does not promise it.

Examples:
  npm run subnet -- reconcile --from 2026-01-01 --until 2026-06-30
  npm run subnet -- reconcile --output figures.csv --manifest figures.manifest.json`

/** For `parseArgs`. */
export const flags = {
  from: { type: 'string' },
  until: { type: 'string' },
  format: { type: 'string' },
  output: { type: 'string' },
  manifest: { type: 'string' },
} as const

/** How many details of a kind stderr has at most. */
const maxDetails = 50

/** Runs the command, and returns its exit code. */
export async function run({ from, until, format, output, manifest }: FlagsOf<typeof flags>): Promise<number> {
  const dates = checkedDates({ from, until })
  const chosen = chosenFormat(format, output)
  for (const file of [output, manifest]) {
    // Such a run would fail at its end, after minutes of reading.
    if (file && !existsSync(dirname(file))) throw new UsageError(`The folder of ${file} is missing.`)
  }
  const { deadlineMs, maxPauseMs, ...service } = parseServiceConfig(process.env)
  const options = { deadlineMs, maxPauseMs }
  const before = manifest === undefined ? undefined : readManifest(manifest, service)

  const checked: CheckedConversion[] = []
  const walk = walkConversions(service, dates, { ...options, breakdown: sumBreakdown })
  const doubts = await readList('conversions', walk, (conversion) =>
    checked.push({ conversion, lines: reconcile(conversion) }),
  )
  const conversions = checked.map(({ conversion }) => conversion)
  const unreadable = conversions.reduce((sum, { breakdown }) => sum + breakdown.unreadable, 0)
  if (unreadable > 0) doubts.push(`${unreadable} entries of breakdowns cannot be read.`)
  const isAll = from === undefined && until === undefined
  const balances = isAll ? await compareBalances(conversions, service, options) : []
  const isWhole = doubts.length === 0
  const past = before && isWhole ? compareWith(before, conversions.map(manifestEntry), dates, new Date()) : undefined
  const breaks = periodBreaks(conversions)

  const text = textOf(chosen, monthColumns, monthsOf(checked, breaks))
  if (output === undefined) process.stdout.write(text)
  else writeWhole(output, text)
  const findings = [
    checked.flatMap((each) => detailsOf('wrong', each)),
    breaks.map(breakText),
    Object.entries(past?.changes ?? {}).flatMap(([how, those]) => those.map((each) => `Past, ${how}: ${nameOf(each)}`)),
  ]
  for (const lines of [...findings, checked.flatMap((each) => detailsOf('remark', each)), balances, doubts]) tell(lines)
  if (manifest !== undefined && past) writeWhole(manifest, `${JSON.stringify(past.next, null, 1)}\n`)
  if (manifest !== undefined && !past) tell(['The manifest was not compared and stays as it was.'])
  if (!isWhole) return exitCodes.incomplete
  return findings.flat().length > 0 ? exitCodes.found : exitCodes.whole
}

function checkedDates({ from, until }: Dates): Dates {
  for (const [name, date] of Object.entries({ from, until })) {
    // An empty text is a mistake as well: a script whose variable is not set must not read everything.
    if (date !== undefined && !z.iso.date().safeParse(date).success) {
      throw new UsageError(`--${name} must be a date like 2026-01-31.`)
    }
  }
  if (from !== undefined && until !== undefined && from > until) throw new UsageError('--from is later than --until.')
  return { from, until }
}

async function compareBalances(
  conversions: readonly Conversion[],
  service: ServiceAccess,
  options: WalkOptions,
): Promise<string[]> {
  const bolts = new DecimalSum()
  const doubts = await readList('balances', walkBalances(service, {}, options), (balance) => bolts.add(balance.bolts))
  if (doubts.length > 0) return doubts.map((doubt) => `The balances were not compared. ${doubt}`)
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

/** Names a conversion. The service's ID may be any text, so it is made safe for a terminal. */
function nameOf({ conversion_id, converted_at }: Pick<Conversion, 'conversion_id' | 'converted_at'>): string {
  return `conversion ${serviceText(conversion_id) ?? 'without an ID'} of ${converted_at}`
}

function tell(lines: readonly string[]): void {
  for (const line of lines.slice(0, maxDetails)) console.error(line)
  if (lines.length > maxDetails) console.error(`… and ${lines.length - maxDetails} more`)
}
