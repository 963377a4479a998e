import { Badge, type BadgeTone } from '@/components/console/shared/badge'
import { Section } from '@/components/console/shared/console-page'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Alert } from '@/components/ui/alert'
import {
  countVerdicts,
  isNecessary,
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
  remark: 'neutral',
  unknown: 'neutral',
  wrong: 'danger',
}

const columns: readonly Column<ReconciliationLine>[] = [
  {
    header: messages.check,
    isRowHeader: true,
    cell: ({ check }) => (
      <span className="grid min-w-48">
        {messages.checks[check]}
        <span className="text-xs text-muted">{isNecessary(check) ? messages.necessary : messages.expectation}</span>
      </span>
    ),
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
  const [wrong = 0, unknown = 0, remarks = 0] = (['wrong', 'unknown', 'remark'] as const).map((each) =>
    countVerdicts(lines, each),
  )
  return (
    <Section title={messages.title}>
      {wrong === 0 ? (
        <p>
          <Badge tone={unknown > 0 ? 'neutral' : 'success'}>{unknown > 0 ? messages.unknown : messages.fine}</Badge>
        </p>
      ) : (
        <Alert tone="warning" title={messages.wrong(wrong)}>
          <p>{messages.advice}</p>
        </Alert>
      )}
      {remarks > 0 && <p>{messages.remarks(remarks)}</p>}
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
    case 'unknown':
      return messages.unreadable
    case 'wrong':
    case 'remark': {
      const found = isMore ? messages.more(amount) : messages.less(amount)
      // Of whole numbers, only the noise of doubles is tolerated, which nobody needs to read.
      return tolerance < 1e-6
        ? found
        : `${found} ${messages.rounding(withUnit(Number(tolerance.toPrecision(2)), check))}`
    }
  }
}

function withUnit(value: number | DecimalText, check: ReconciliationLine['check']): string {
  return `${formatAmount(value)} ${messages.units[check]}`
}

function withSign(difference: DecimalText, check: ReconciliationLine['check']): string {
  return `${Number(difference) > 0 ? '+' : ''}${withUnit(difference, check)}`
}
