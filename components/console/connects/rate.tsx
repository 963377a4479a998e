import { useId } from 'react'
import { connectRate, type RateBar } from '@/lib/console/connects/rate'
import { connectSteps, type ConnectDay } from '@/lib/records'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { reasonName, tellOfReason } from '@/components/console/shared/connect-outcome'

/** How many presses the service confirmed, today and in the last days: a bar for each day, drawn by the server. */
export function SuccessRate({ days }: { days: readonly ConnectDay[] }) {
  const t = consoleTexts()
  const today = connectRate(days.slice(-1))
  const week = connectRate(days)
  return (
    <>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        <Share name={t('connects.rate.today')} {...today} />
        <Share name={t('connects.rate.week')} {...week} />
      </dl>
      <Steps days={days} />
      {week.total > 0 && (
        <>
          <Bars bars={week.bars} />
          <Reasons reasons={week.reasons} />
        </>
      )}
    </>
  )
}

function Share({ name, confirmed, total }: { name: string; confirmed: number; total: number }) {
  const t = consoleTexts()
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="text-lg font-semibold tabular-nums">
        {total === 0 ? t('connects.rate.none') : shareText(confirmed, total)}
      </dd>
    </div>
  )
}

/** How often each step was taken on all these days, from the link to the service's answer. */
function Steps({ days }: { days: readonly ConnectDay[] }) {
  const t = consoleTexts()
  const { count } = consoleFormats()
  const sum = (of: (day: ConnectDay) => number) => days.reduce((total, day) => total + of(day), 0)
  const counts = [
    ...connectSteps.map((step) => [step, sum(({ steps }) => steps[step])] as const),
    ['confirmed', sum(({ confirmed }) => confirmed)] as const,
    ['refused', sum(({ refused }) => refused)] as const,
  ]
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">{t('connects.rate.steps')}</h3>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {counts.map(([step, times]) => (
          <div key={step}>
            <dt className="text-muted">{t(`connectOutcomes.outcomes.${step}`)}</dt>
            <dd className="font-semibold tabular-nums">{count(times)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** A share of attempts. A wait is neither: the same press goes on after it. */
function shareText(confirmed: number, total: number): string {
  const percent = consoleFormats().percent(Math.round((confirmed / total) * 100))
  return consoleTexts()('connects.rate.share', { confirmed, total, percent })
}

/** The texts beside the bars have the same figures, so the bars are for the eye alone. */
function Bars({ bars }: { bars: readonly RateBar[] }) {
  const t = consoleTexts()
  const pattern = useId()
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">{t('connects.rate.days')}</h3>
      <svg width="0" height="0" aria-hidden="true" className="absolute">
        <pattern id={pattern} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" className="fill-surface" />
          <rect width="1.5" height="5" className="fill-danger" />
        </pattern>
      </svg>
      <ul className="grid gap-2 text-sm">
        {bars.map(({ day, confirmed, total, confirmedLength, refusedLength }) => (
          <li key={day} className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_20rem] sm:items-center">
            <svg width="100%" height="14" aria-hidden="true" className="order-2 sm:order-1">
              <rect width={`${confirmedLength}%`} height="14" className="fill-success" />
              <rect
                x={`${confirmedLength}%`}
                width={`${refusedLength}%`}
                height="14"
                fill={`url(#${pattern})`}
                className={refusedLength > 0 ? 'stroke-danger' : ''}
              />
            </svg>
            <span className="order-1 tabular-nums sm:order-2">
              {day}: {total === 0 ? t('connects.rate.noneThatDay') : shareText(confirmed, total)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Reasons({ reasons }: { reasons: readonly { reason: string; count: number }[] }) {
  const t = consoleTexts()
  const { count: countText } = consoleFormats()
  if (reasons.length === 0) return <p className="text-muted">{t('connects.rate.noReasons')}</p>
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">{t('connects.rate.reasons')}</h3>
      <ul className="grid gap-3">
        {reasons.map(({ reason, count }) => (
          <li key={reason} className="border-s-4 border-line ps-3">
            <p className="font-medium">
              {reasonName(reason)} <span className="text-muted tabular-nums">× {countText(count)}</span>
            </p>
            <p className="text-sm text-muted">{tellOfReason(reason)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
