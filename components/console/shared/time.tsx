import { formatTime } from '@/lib/format'

/** A time in UTC, to the second. */
export function Time({ time }: { time: string | Date }) {
  return (
    <time dateTime={new Date(time).toISOString()} className="whitespace-nowrap tabular-nums">
      {formatTime(time)}
    </time>
  )
}
