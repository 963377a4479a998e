import { Badge, type BadgeTone } from '@/components/console/shared/badge'
import { Section } from '@/components/console/shared/console-page'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Alert } from '@/components/ui/alert'
import {
  countMismatches,
  type ReconciliationLine,
  type ReconciliationVerdict,
} from '@/lib/console/conversions/reconciliation'
import { formatAmount } from '@/lib/format'
import { conversionMessages } from '@/lib/messages/console-conversions'
import type { DecimalText } from '@/lib/service'

const messages = conversionMessages.reconciliation

const tones: Record<ReconciliationVerdict, BadgeTone> = {
  exact: 'success',
  rounding: 'success',
  within: 'success',
  nothing: 'neutral',
  wrong: 'danger',
}

const columns: readonly Column<ReconciliationLine>[] = [
  {
    header: messages.check,
    isRowHeader: true,
    cell: ({ check }) => <span className="block min-w-48">{messages.checks[check]}</span>,
  },
  {
    header: messages.result,
    cell: (line) => (
      <span className="grid min-w-48 justify-items-start gap-1">
        <Badge tone={tones[line.verdict]}>{messages.verdicts[line.verdict]}</Badge>
        <span>{explanationOf(line)}</span>
      </span>
    ),
  },
  { header: messages.expected, isNumber: true, cell: ({ expected, check }) => withUnit(expected, check) },
  { header: messages.found, isNumber: true, cell: ({ found, check }) => withUnit(found, check) },
  { header: messages.difference, isNumber: true, cell: ({ difference, check }) => withSign(difference, check) },
]

/** Shows whether the parts of a conversion add up, with the figures of each check. */
export function Reconciliation({ lines }: { lines: readonly ReconciliationLine[] }) {
  const wrong = countMismatches(lines)
  return (
    <Section title={messages.title}>
      {wrong === 0 ? (
        <p>
          <Badge tone="success">{messages.fine}</Badge>
        </p>
      ) : (
        <Alert tone="warning" title={messages.wrong(wrong, lines.length)}>
          <p>{messages.advice}</p>
        </Alert>
      )}
      <DataTable caption={messages.caption} columns={columns} rows={lines} rowKey={({ check }) => check} />
    </Section>
  )
}

function explanationOf({ check, verdict, difference, tolerance }: ReconciliationLine): string | null {
  const isMore = Number(difference) > 0
  const amount = withUnit(isMore ? difference : (difference.replace('-', '') as DecimalText), check)
  switch (verdict) {
    case 'exact':
      return null
    case 'rounding':
      return messages.rounding(withUnit(Number(tolerance.toPrecision(2)), check))
    case 'within':
      return messages.left(amount)
    case 'nothing':
      return messages.nothing
    case 'wrong':
      if (check === 'allocation') return messages.exceeded(amount)
      return isMore ? messages.tooMuch(amount) : messages.tooLittle(amount)
  }
}

function withUnit(value: number | DecimalText, check: ReconciliationLine['check']): string {
  return `${formatAmount(value)} ${messages.units[check]}`
}

function withSign(difference: DecimalText, check: ReconciliationLine['check']): string {
  return `${Number(difference) > 0 ? '+' : ''}${withUnit(difference, check)}`
}
