import { formatRelativeTime, formatTime } from '@/lib/format'

/**
 * How long ago something was; on hover, focus or tap, exactly when. Both lie in the same place, so that
 * nothing moves, nothing is covered, and no table cuts it off. Rendered on the server alone: it is as
 * old as the page, like all that stands beside it.
 *
 * @param time - ISO 8601, as the service gives it.
 * @param now - the service's own time, where it tells it; otherwise this server's.
 */
export function RelativeTime({ time, now }: { time: string; now?: Date }) {
  return (
    <time
      dateTime={new Date(time).toISOString()}
      // Reached by the keyboard too, as the exact time has to be.
      tabIndex={0}
      className="group inline-grid rounded whitespace-nowrap tabular-nums *:[grid-area:1/1]"
    >
      <span className="underline decoration-dotted underline-offset-4 group-hover:opacity-0 group-focus:opacity-0">
        {formatRelativeTime(time, now)}
      </span>{' '}
      <span className="opacity-0 group-hover:opacity-100 group-focus:opacity-100">{formatTime(time)}</span>
    </time>
  )
}
