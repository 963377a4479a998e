import type { Route } from 'next'
import { Suspense, type ReactNode } from 'react'
import { Loading } from '@/components/console/async-content'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { ConnectDay } from '@/lib/records'
import { consoleTexts } from '@/lib/skin/texts'

export interface Figure {
  /** The number, or a word instead of it. */
  value: ReactNode
  aside?: ReactNode
  text?: ReactNode
  /** The records that it counts, if that depends on them. */
  url?: Route
}

export interface FigureCardProps {
  name: 'week' | 'refused' | 'pending' | 'conversion'
  /** The page with the records. The whole card links to it. */
  url: Route
  /** The name of the data that the figure reads from the service. Undefined if it needs no call. */
  what?: string
  figure: Promise<Figure>
}

/** A card with its title and link, which shows its figure as soon as the server has read it. */
export function FigureCard(props: FigureCardProps) {
  const { what } = props
  return (
    <Suspense
      fallback={
        <Card {...props} className="noscript:hidden">
          {what === undefined ? (
            <p role="status">{consoleTexts()('controls.loading')}</p>
          ) : (
            <Loading what={what} lines={1} />
          )}
        </Card>
      }
    >
      <LateCard {...props} />
    </Suspense>
  )
}

async function LateCard(props: FigureCardProps) {
  const { value, aside, text, url = props.url } = await props.figure
  return (
    <Card {...props} url={url}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-2xl font-semibold tracking-tight wrap-anywhere tabular-nums">{value}</p>
        {aside}
      </div>
      {text && <p className="text-sm text-muted">{text}</p>}
    </Card>
  )
}

function Card({
  name,
  url,
  className,
  children,
}: Pick<FigureCardProps, 'name' | 'url'> & { className?: string; children: ReactNode }) {
  return (
    <article
      className={classNames(
        'relative grid content-start gap-1 rounded-skin border border-line bg-surface px-4 py-3 hover:border-accent',
        className,
      )}
    >
      <h3 className="text-sm font-medium text-muted">
        <Link href={url} className="text-inherit no-underline after:absolute after:inset-0 after:rounded-skin">
          {consoleTexts()(`overview.counts.${name}.title`)}
        </Link>
      </h3>
      {children}
    </article>
  )
}

/** The oldest first. */
export type Days = readonly ConnectDay[]

const width = 112
const height = 32
/** Room for half of the line, and for the dot at its end. */
const margin = 3

/**
 * The line of the last days, over the line of the same number of days before.
 *
 * @param label - the figures, shown under the pointer. Screen readers get only them.
 */
export function Sparkline({ days, before, label }: { days: Days; before: Days; label: string }) {
  const highest = Math.max(1, ...[...days, ...before].map(({ confirmed }) => confirmed))
  const pointsOf = (days: Days) =>
    days.map(({ confirmed }, index) => [
      Math.round(margin + (index / Math.max(days.length - 1, 1)) * (width - 2 * margin)),
      Math.round(height - margin - (confirmed / highest) * (height - 2 * margin)),
    ])
  const [x, y] = pointsOf(days).at(-1) ?? []
  return (
    <>
      <span title={label} className="relative z-10 ms-auto">
        <svg aria-hidden="true" width={width} height={height} className="fill-none rtl:-scale-x-100">
          <polyline points={pointsOf(before).join(' ')} strokeDasharray="2 3" className="stroke-muted" />
          <polyline points={pointsOf(days).join(' ')} strokeWidth="2" className="stroke-accent" />
          <circle cx={x} cy={y} r="3" className="fill-accent" />
        </svg>
      </span>
      <span className="sr-only">{label}</span>
    </>
  )
}
