import type { Route } from 'next'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'

/**
 * A figure of the overview. The whole card links to the page with more details.
 *
 * @param needsAttention - adds a mark at the side. The content must explain the mark, because colour is not enough.
 */
export function CountCard({
  title,
  link,
  needsAttention = false,
  className,
  children,
}: {
  title: string
  link: { url: Route; text: string }
  needsAttention?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <article
      className={classNames(
        'relative grid content-start gap-1 rounded-skin border border-line bg-surface p-3 hover:border-accent',
        needsAttention && 'border-s-4 border-s-warning',
        className,
      )}
    >
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      {children}
      <Link href={link.url} className="absolute inset-0 rounded-skin">
        <span className="sr-only">{link.text}</span>
      </Link>
    </article>
  )
}

/**
 * The number, or a word instead of it.
 *
 * @param aside - the content beside it.
 * @param children - an explanation below.
 */
export function Figure({ value, aside, children }: { value: ReactNode; aside?: ReactNode; children?: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-2xl font-semibold tracking-tight wrap-anywhere tabular-nums">{value}</p>
        {aside}
      </div>
      {children && <div className="grid gap-0.5 text-sm text-muted">{children}</div>}
    </>
  )
}

/** The change of a figure: `+4.2%`. Screen readers also get the label, which names the earlier figure. */
export function Change({ text, label }: { text: string; label: string }) {
  return (
    <span className="text-sm font-medium whitespace-nowrap text-text tabular-nums">
      <span aria-hidden="true" title={label} className="relative z-10">
        {text}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

const width = 112
const height = 32
/** Room for half of the line, and for the dot at its end. */
const margin = 3

/**
 * The line of the last days, over the line of the same number of days before. It is only visual, because the text
 * beside it has the figures.
 *
 * @param title - the figures, shown under the pointer.
 */
export function Sparkline({
  counts,
  before,
  title,
}: {
  counts: readonly number[]
  before: readonly number[]
  title: string
}) {
  const highest = Math.max(1, ...counts, ...before)
  const pointsOf = (days: readonly number[]) =>
    days.map((count, index) => [
      Math.round(margin + (index / Math.max(days.length - 1, 1)) * (width - 2 * margin)),
      Math.round(height - margin - (count / highest) * (height - 2 * margin)),
    ])
  const [x, y] = pointsOf(counts).at(-1) ?? []
  return (
    <span title={title} className="relative z-10 ms-auto">
      <svg aria-hidden="true" width={width} height={height} className="fill-none rtl:-scale-x-100">
        <polyline points={pointsOf(before).join(' ')} strokeDasharray="2 3" className="stroke-muted" />
        <polyline points={pointsOf(counts).join(' ')} strokeWidth="2" className="stroke-accent" />
        <circle cx={x} cy={y} r="3" className="fill-accent" />
      </svg>
    </span>
  )
}
