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
