import { Section } from './console-page'
import type { ConnectReport } from '@/lib/console/connect-rate'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/** The steps from a link to a confirm. */
export function Funnel({ report: { arrived, signedIn, whole } }: { report: ConnectReport }) {
  const t = consoleTexts()
  const { count, percent } = consoleFormats()
  const most = Math.max(1, arrived, signedIn, whole.total)
  const stepBar = (name: string, times: number) => {
    const length = (times / most) * 100
    return { name, text: `${count(times)} · ${percent(Math.round(length))}`, length }
  }
  return (
    <Bars
      title={t('connects.rate.funnel')}
      bars={[
        stepBar(t('connects.words.outcome.arrived'), arrived),
        stepBar(t('connects.words.outcome.signed_in'), signedIn),
        stepBar(t('connects.rate.pressed'), whole.total),
        stepBar(t('connects.words.outcome.confirmed'), whole.confirmed),
      ]}
    />
  )
}

/** Lengths are in percent. */
export function Bars({
  title,
  bars,
}: {
  title: string
  bars: readonly { name: string; text: string; length: number }[]
}) {
  if (bars.length === 0) return null
  return (
    <Section title={title}>
      <ul className="grid content-start gap-3 text-sm">
        {bars.map(({ name, text, length }) => (
          <li key={name} className="grid gap-1">
            <span className="flex flex-wrap gap-x-2">
              <span>{name}</span> <span className="ms-auto whitespace-nowrap text-muted tabular-nums">{text}</span>
            </span>
            <svg width="100%" height="6" aria-hidden="true">
              <rect width="100%" height="6" className="fill-line" />
              <rect width={`${length}%`} height="6" className="fill-accent" />
            </svg>
          </li>
        ))}
      </ul>
    </Section>
  )
}
