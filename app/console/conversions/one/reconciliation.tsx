import { Badge } from '@/components/console/badge'
import { Alert } from '@/components/ui/alert'
import type { Tone } from '@/lib/console/list'
import { decimalsOf } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import {
  countFailures,
  isNecessary,
  type ConversionCheck,
  type ConversionRow,
  type CheckVerdict,
} from '@/app/console/conversions/reconciliation'

const tones: Record<CheckVerdict, Tone> = {
  exact: 'success',
  rounding: 'success',
  within: 'success',
  nothing: 'neutral',
  remark: 'neutral',
  unknown: 'neutral',
  wrong: 'danger',
}

/** Shows in one line that the parts of a conversion add up. If they do not, it shows the figures of each check. */
export function Reconciliation({ conversion }: { conversion: ConversionRow }) {
  const t = consoleTexts()
  const { wrong, unknown, remarks } = countFailures(conversion)
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
      <details className="group" open={wrong + unknown + remarks > 0 || undefined}>
        <summary className="cursor-pointer text-sm text-accent">
          <span className="group-open:hidden">{t('conversions.reconciliation.show')}</span>
          <span className="hidden group-open:inline">{t('conversions.reconciliation.hide')}</span>
        </summary>
        <ul className="mt-2 grid gap-2 text-sm">
          {conversion.checks.map((check) => (
            <Check key={check.name} {...check} />
          ))}
        </ul>
      </details>
    </section>
  )
}

function Check({ name, expected, found, difference, tolerance, verdict }: ConversionCheck) {
  const t = consoleTexts()
  const withUnit = (value: number, decimals = 0) =>
    t(`conversions.reconciliation.units.${name}`, { amount: consoleFormats().amount(value, decimals) })
  // The figures of a check have equal decimals, so that a difference is visible.
  const places = decimalsOf([expected, found, difference])
  const amount = withUnit(Math.abs(difference))
  const rounding = t('conversions.reconciliation.rounding', { allowance: withUnit(Number(tolerance.toPrecision(2))) })
  const change = t(`conversions.reconciliation.${difference > 0 ? 'more' : 'less'}`, { amount })
  // For whole numbers, the tolerance is only the rounding error of doubles, which needs no explanation.
  const failure = tolerance < 1e-6 ? change : `${change} ${rounding}`
  const explanations: Record<CheckVerdict, string> = {
    exact: '',
    rounding,
    within: t('conversions.reconciliation.left', { amount }),
    nothing: t('conversions.reconciliation.nothing'),
    unknown: t('conversions.reconciliation.unreadable'),
    wrong: failure,
    remark: failure,
  }
  return (
    <li>
      <div className="flex items-baseline justify-between gap-x-3">
        <p>
          {t(`conversions.reconciliation.checks.${name}`)}{' '}
          <span className="text-xs text-muted">
            {isNecessary(name)
              ? t('conversions.reconciliation.necessary')
              : t('conversions.reconciliation.expectation')}
          </span>
        </p>
        <Badge tone={tones[verdict]}>{t(`conversions.reconciliation.verdicts.${verdict}`)}</Badge>
      </div>
      <p className="text-muted tabular-nums">
        {t('conversions.reconciliation.figures', {
          expected: withUnit(expected, places),
          found: withUnit(found, places),
          difference: (['−', '', '+'][Math.sign(difference) + 1] ?? '') + withUnit(Math.abs(difference), places),
        })}{' '}
        {explanations[verdict]}
      </p>
    </li>
  )
}
