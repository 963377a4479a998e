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
import { decimalsOf } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { DecimalText } from '@/lib/service'

const tones: Record<ReconciliationVerdict, BadgeTone> = {
  exact: 'success',
  rounding: 'success',
  within: 'success',
  nothing: 'neutral',
  remark: 'neutral',
  unknown: 'neutral',
  wrong: 'danger',
}

function columnsOf(): Column<ReconciliationLine>[] {
  const t = consoleTexts()
  return [
    {
      header: t('conversions.reconciliation.check'),
      isRowHeader: true,
      cell: ({ check }) => (
        <span className="grid min-w-48">
          {t(`conversions.reconciliation.checks.${check}`)}
          <span className="text-xs text-muted">
            {isNecessary(check)
              ? t('conversions.reconciliation.necessary')
              : t('conversions.reconciliation.expectation')}
          </span>
        </span>
      ),
    },
    {
      header: t('conversions.reconciliation.result'),
      cell: (line) => (
        <span className="grid min-w-48 justify-items-start gap-1">
          <Badge tone={tones[line.verdict]}>{t(`conversions.reconciliation.verdicts.${line.verdict}`)}</Badge>
          <span>{explanationOf(line)}</span>
        </span>
      ),
    },
    {
      header: t('conversions.reconciliation.expected'),
      isNumber: true,
      cell: (line) => withUnit(line.expected, line.check, placesOf(line)),
    },
    {
      header: t('conversions.reconciliation.found'),
      isNumber: true,
      cell: (line) => withUnit(line.found, line.check, placesOf(line)),
    },
    {
      header: t('conversions.reconciliation.difference'),
      isNumber: true,
      cell: (line) =>
        `${Number(line.difference) > 0 ? '+' : ''}${withUnit(line.difference, line.check, placesOf(line))}`,
    },
  ]
}

/** The figures of one check have equal decimals, so that a difference can be seen. */
const placesOf = ({ expected, found, difference }: ReconciliationLine) => decimalsOf([expected, found, difference])

/** Shows whether the parts of a conversion add up, with the figures of each check. */
export function Reconciliation({ lines }: { lines: readonly ReconciliationLine[] }) {
  const t = consoleTexts()
  const [wrong = 0, unknown = 0, remarks = 0] = (['wrong', 'unknown', 'remark'] as const).map((each) =>
    countVerdicts(lines, each),
  )
  return (
    <Section title={t('conversions.reconciliation.title')}>
      {wrong === 0 ? (
        <p>
          <Badge tone={unknown > 0 ? 'neutral' : 'success'}>
            {unknown > 0 ? t('conversions.reconciliation.unknown') : t('conversions.reconciliation.fine')}
          </Badge>
        </p>
      ) : (
        <Alert tone="warning" title={t('conversions.reconciliation.wrong', { count: wrong })}>
          <p>{t('conversions.reconciliation.advice')}</p>
        </Alert>
      )}
      {remarks > 0 && <p>{t('conversions.reconciliation.remarks', { count: remarks })}</p>}
      <DataTable
        caption={t('conversions.reconciliation.caption')}
        columns={columnsOf()}
        rows={lines}
        rowKey={({ check }) => check}
      />
    </Section>
  )
}

function explanationOf({ check, verdict, difference, tolerance }: ReconciliationLine): string | null {
  const t = consoleTexts()
  const isMore = Number(difference) > 0
  const amount = withUnit(isMore ? difference : (difference.replace('-', '') as DecimalText), check)
  const rounding = t('conversions.reconciliation.rounding', {
    allowance: withUnit(Number(tolerance.toPrecision(2)), check),
  })
  switch (verdict) {
    case 'exact':
      return null
    case 'rounding':
      return rounding
    case 'within':
      return t('conversions.reconciliation.left', { amount })
    case 'nothing':
      return t('conversions.reconciliation.nothing')
    case 'unknown':
      return t('conversions.reconciliation.unreadable')
    case 'wrong':
    case 'remark': {
      const found = t(isMore ? 'conversions.reconciliation.more' : 'conversions.reconciliation.less', { amount })
      // Of whole numbers, only the noise of doubles is tolerated, which nobody needs to read.
      return tolerance < 1e-6 ? found : `${found} ${rounding}`
    }
  }
}

function withUnit(value: number | DecimalText, check: ReconciliationLine['check'], decimals = 0): string {
  return `${consoleFormats().amount(value, decimals)} ${consoleTexts()(`conversions.reconciliation.units.${check}`)}`
}
