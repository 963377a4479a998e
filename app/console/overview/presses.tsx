import { StackedBars } from '@/components/console/chart'
import { Section } from '@/components/console/console-page'
import { formatDate } from '@/lib/format'
import type { ConnectDay } from '@/lib/records'
import { consoleTexts } from '@/lib/skin/texts'

export function Presses({ days }: { days: readonly ConnectDay[] }) {
  const t = consoleTexts()
  const title = t('overview.presses.title')
  const day = t('overview.presses.day')
  const series = [t('connects.words.outcome.confirmed'), t('connects.words.outcome.refused')] as const
  return (
    <Section title={title}>
      <StackedBars
        name={day}
        series={series}
        upper="fill-danger"
        height="min-h-55 grow"
        bars={days.map(({ day, confirmed, refused }) => ({
          key: formatDate(day),
          label: formatDate(day).slice(0, -5),
          figures: t('overview.presses.figures', { confirmed, refused }),
          parts: [confirmed, refused],
        }))}
      />
      {/* A table that is hidden by itself would still have its height. */}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <tbody>
            <tr>
              <th scope="col">{day}</th>
              <th scope="col">{series[0]}</th>
              <th scope="col">{series[1]}</th>
            </tr>
            {days.map(({ day, confirmed, refused }) => (
              <tr key={day}>
                <th scope="row">{formatDate(day)}</th>
                <td>{confirmed}</td>
                <td>{refused}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
