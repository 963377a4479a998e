'use client'

import { createContext, use, type ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { formatTime } from '@/lib/format'
import { useFormats } from './use-formats'

interface Times {
  /** An IANA name; undefined for UTC. */
  timeZone: string | undefined
  /** When the server rendered the page. ISO 8601. The browser must not use its own clock, whose text would differ. */
  now: string
}

const TimesContext = createContext<Times>({ timeZone: undefined, now: new Date(0).toISOString() })

/** Sets how the times below are shown. */
export function TimesProvider({ timeZone, now, children }: Times & { children: ReactNode }) {
  return <TimesContext value={{ timeZone, now }}>{children}</TimesContext>
}

/** How long rendering a page may take. */
const renderingMs = 60_000

/** The time zone in which this person has times; undefined for UTC. */
export const useTimeZone = (): string | undefined => use(TimesContext).timeZone

/**
 * A time to the second, in UTC or in the person's own time zone.
 *
 * @param time - ISO 8601, or milliseconds since the epoch.
 */
export function Time({ time }: { time: string | number | Date }) {
  const timeZone = useTimeZone()
  const date = new Date(time)
  return (
    <time dateTime={date.toISOString()} className="whitespace-nowrap tabular-nums">
      {formatTime(date, timeZone)}
    </time>
  )
}

/**
 * How long ago something happened. The exact time takes its place while the pointer is over it, or while the focus is in
 * its row. It is no stop of the keyboard by itself: a table has hundreds of times.
 *
 * @param time - ISO 8601, or milliseconds since the epoch.
 * @param now - the current time, ISO 8601: the service's own where it is known. Default: when the page was rendered.
 */
export function RelativeTime({
  time,
  now,
  className,
}: {
  time: string | number | Date
  now?: string
  className?: string
}) {
  const { timeZone, now: renderedAt } = use(TimesContext)
  const { relativeTime } = useFormats()
  const date = new Date(time)
  // What was read while the page was rendered is not in its future.
  const since = new Date(
    Math.max(new Date(now ?? renderedAt).getTime(), Math.min(date.getTime(), Date.parse(renderedAt) + renderingMs)),
  )
  return (
    <time dateTime={date.toISOString()} className={classNames('relative-time', className)}>
      <span>{relativeTime(date, since)}</span>
      {/* Screen readers have it in the row's details, and would read each time twice. */}
      <span aria-hidden="true">{formatTime(date, timeZone)}</span>
    </time>
  )
}
