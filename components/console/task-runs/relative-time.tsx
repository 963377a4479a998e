import { formatTime } from '@/lib/format'
import { consoleFormats } from '@/lib/skin/texts'

/**
 * How long ago something happened. On hover, focus or tap it shows the exact time in the same place, so nothing
 * moves and no table clips it. It is not updated in the browser, so it stays as old as the rest of the page.
 *
 * @param time - ISO 8601.
 * @param now - the current time; the service's own if it is known, otherwise this server's.
 */
export function RelativeTime({ time, now }: { time: string; now?: Date }) {
  return (
    <time
      dateTime={new Date(time).toISOString()}
      // Focusable, so that the exact time can be shown by keyboard.
      tabIndex={0}
      className="group inline-grid rounded-small whitespace-nowrap tabular-nums *:[grid-area:1/1]"
    >
      <span className="underline decoration-dotted underline-offset-4 group-hover:opacity-0 group-focus:opacity-0">
        {consoleFormats().relativeTime(time, now)}
      </span>{' '}
      <span className="opacity-0 group-hover:opacity-100 group-focus:opacity-100">{formatTime(time)}</span>
    </time>
  )
}
