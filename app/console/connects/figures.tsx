import { Bars, Funnel } from '@/components/console/bars'
import { adviceForReason, languageText, reasonName } from '@/components/console/connects'
import { Section } from '@/components/console/console-page'
import { TextLink } from '@/components/console/links'
import type { ConnectReport, SuccessRate } from '@/lib/console/connect-rate'
import { pageUrl } from '@/lib/console/page-url'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/** @param day - the only day of the report, as in `2026-01-31`; undefined for the last 30 days. */
export function Figures({ report, day }: { report: ConnectReport; day?: string | undefined }) {
  const t = consoleTexts()
  const { ways, languages, reasons } = report
  const spans = day === undefined ? (['today', 'week', 'whole'] as const) : (['whole'] as const)
  const rateBar = (name: string, rate: SuccessRate) => ({ name, text: rateText(rate), length: rate.percent ?? 0 })
  return (
    <>
      <Section title={[t('connects.rate.reasons'), ...(day ? [t('connects.rate.ofDay', { day })] : [])].join(', ')}>
        {reasons.length === 0 && <p className="text-sm text-muted">{t('connects.rate.noReasons')}</p>}
        <ul className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
          {reasons.map(({ reason, count }) => (
            <li key={reason} className="text-sm">
              <p className="flex flex-wrap items-center gap-x-2">
                <TextLink href={pageUrl('/console/connects', { outcome: 'refused', reason, day })}>
                  {reasonName(reason)}
                </TextLink>
                <span className="text-muted tabular-nums">× {consoleFormats().count(count)}</span>
              </p>
              <p className="text-muted">{adviceForReason(reason)}</p>
            </li>
          ))}
        </ul>
      </Section>
      <div className="grid gap-3 lg:auto-cols-fr lg:grid-flow-col">
        <div className="grid gap-3">
          <Section title={t('connects.rate.title')}>
            <dl className="grid content-start gap-2 text-sm">
              {spans.map((span) => (
                <div key={span} className="flex justify-between gap-x-2">
                  <dt>{day ?? t(`connects.rate.${span}`)}</dt>
                  <dd className="text-muted tabular-nums">{rateText(report[span])}</dd>
                </div>
              ))}
            </dl>
            {day !== undefined && (
              <TextLink href={pageUrl('/console/connects', { tab: 'figures' })}>{t('connects.rate.whole')}</TextLink>
            )}
          </Section>
          <Funnel report={report} />
        </div>
        <Bars
          title={t('connects.rate.ways')}
          bars={ways.map((way) => rateBar(t(`connects.words.way.${way.name}`), way))}
        />
        <Bars
          title={t('connects.rate.languages')}
          bars={languages.map((language) => rateBar(languageText(language.name), language))}
        />
      </div>
    </>
  )
}

function rateText({ confirmed, total, percent }: SuccessRate): string {
  const t = consoleTexts()
  if (percent === null) return t('connects.rate.none')
  return t('connects.rate.share', { confirmed, total, percent: consoleFormats().percent(percent) })
}
