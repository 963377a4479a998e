'use client'

import { createContext, use, type ReactNode } from 'react'
import { useLocale } from '@/components/texts'
import { classNames } from '@/components/ui/class-names'
import { formatDate, formatsOf, formatTime, type Formats } from '@/lib/format'

interface Times {
  timeZone: string | undefined
  /** When the server rendered the page, in ISO 8601. By the browser's own clock, the text would differ from the server's. */
  now: string
}

const TimesContext = createContext<Times>({ timeZone: undefined, now: new Date(0).toISOString() })

export function TimesProvider({ timeZone, now, children }: Times & { children: ReactNode }) {
  return <TimesContext value={{ timeZone, now }}>{children}</TimesContext>
}

const renderingMs = 60_000

export function useFormats(): Formats {
  return formatsOf(useLocale())
}

export const useTimeZone = (): string | undefined => use(TimesContext).timeZone

/** The pointer shows the exact time. The keyboard and screen readers have it in the details of a row. */
const exactly = (time: string | number | Date, timeZone: string | undefined) => ({
  dateTime: new Date(time).toISOString(),
  title: formatTime(time, timeZone),
})

/** `isDay`: the day matters. */
export function Time({ time, isDay = false }: { time: string | number | Date; isDay?: boolean }) {
  const timeZone = useTimeZone()
  return (
    <time {...exactly(time, timeZone)} className="whitespace-nowrap tabular-nums">
      {(isDay ? formatDate : formatTime)(time, timeZone)}
    </time>
  )
}

/** @param now - ISO 8601, from the service if known. */
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
  // A time that the server read while it rendered the page must not appear to be in the future.
  const since = new Date(
    Math.max(new Date(now ?? renderedAt).getTime(), Math.min(date.getTime(), Date.parse(renderedAt) + renderingMs)),
  )
  return (
    <time {...exactly(time, timeZone)} className={classNames('whitespace-nowrap tabular-nums', className)}>
      {relativeTime(date, since)}
    </time>
  )
}
