'use client'

import { useLanguage, useTexts } from '@/components/texts'
import { useClockTime } from './use-clock-time'

/** How long ago the browser opened a link, and the time of day if the browser's time zone is known. */
export default function ArrivalTime({
  arrivedAt,
  minutesAgo,
  hasSeconds,
}: {
  arrivedAt: number
  minutesAgo: number
  hasSeconds: boolean
}) {
  const t = useTexts()
  const time = useClockTime(arrivedAt, useLanguage(), hasSeconds ? 'medium' : 'short')
  return (
    <time dateTime={new Date(arrivedAt).toISOString()}>
      {time === null
        ? t('arrival.minutesAgo', { minutes: minutesAgo })
        : t('arrival.minutesAgoAt', { minutes: minutesAgo, time })}
    </time>
  )
}
