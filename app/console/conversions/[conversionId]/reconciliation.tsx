import { Badge } from '@/components/console/badge'
import { Alert } from '@/components/ui/alert'
import type { Tone } from '@/lib/console/list'
import { decimalsOf } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import {
  countVerdicts,
  isNecessary,
  type ReconciliationLine,
  type ReconciliationVerdict,
} from '@/app/console/conversions/reconciliation'

const tones: Record<ReconciliationVerdict, Tone> = {
  exact: 'success',
  rounding: 'success',
  within: 'success',
  nothing: 'neutral',
  remark: 'neutral',
  unknown: 'neutral',
  wrong: 'danger',
}

/** Shows in one line that the parts of a conversion add up. If they do not, it shows the figures of each check. */
export function Reconciliation({ lines }: { lines: readonly ReconciliationLine[] }) {
  const t = consoleTexts()
  const [wrong = 0, unknown = 0, remarks = 0] = (['wrong', 'unknown', 'remark'] as const).map((each) =>
    countVerdicts(lines, each),
  )
  return (
    <section aria-labelledby="reconciliation" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="reconciliation" className="font-semibold">
          {t('conversions.reconciliation.title')}
        </h2>
        {wrong === 0 && (
          <Badge tone={unknown > 0 ? 'neutral' : 'success'}>
            {unknown > 0 ? t('conversions.reconciliation.unknown') : t('conversions.reconciliation.fine')}
          </Badge>
        )}
      </div>
      {wrong > 0 && (
        <Alert tone="warning" title={t('conversions.reconciliation.wrong', { count: wrong })}>
          <p>{t('conversions.reconciliation.advice')}</p>
        </Alert>
      )}
      {remarks > 0 && <p>{t('conversions.reconciliation.remarks', { count: remarks })}</p>}
      <details open={wrong + unknown + remarks > 0 || undefined}>
        <summary className="cursor-pointer text-accent">{t('conversions.reconciliation.show')}</summary>
        <ul className="mt-2 grid gap-2 text-sm">
          {lines.map((line) => (
            <Check key={line.check} line={line} />
          ))}
        </ul>
      </details>
    </section>
  )
}

function Check({ line }: { line: ReconciliationLine }) {
  const t = consoleTexts()
  const { check, expected, found, difference, verdict } = line
  // The figures of a check have equal decimals, so that a difference is visible.
  const places = decimalsOf([expected, found, difference])
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p>
          {t(`conversions.reconciliation.checks.${check}`)}{' '}
          <span className="text-xs text-muted">
            {isNecessary(check)
              ? t('conversions.reconciliation.necessary')
              : t('conversions.reconciliation.expectation')}
          </span>
        </p>
        <Badge tone={tones[verdict]}>{t(`conversions.reconciliation.verdicts.${verdict}`)}</Badge>
      </div>
      <p className="text-muted tabular-nums">
        {t('conversions.reconciliation.figures', {
          expected: withUnit(expected, check, places),
          found: withUnit(found, check, places),
          difference: `${difference > 0 ? '+' : ''}${withUnit(difference, check, places)}`,
        })}{' '}
        {explanationOf(line)}
      </p>
    </li>
  )
}

function explanationOf({ check, verdict, difference, tolerance }: ReconciliationLine): string | null {
  const t = consoleTexts()
  const isMore = difference > 0
  const amount = withUnit(Math.abs(difference), check)
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
      // For whole numbers, the tolerance is only the rounding error of doubles, which needs no explanation.
      return tolerance < 1e-6 ? found : `${found} ${rounding}`
    }
  }
}

function withUnit(value: number, check: ReconciliationLine['check'], decimals = 0): string {
  return consoleTexts()(`conversions.reconciliation.units.${check}`, {
    amount: consoleFormats().amount(value, decimals),
  })
}
