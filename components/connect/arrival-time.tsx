'use client'

import { useSyncExternalStore } from 'react'
import { useTexts } from '@/components/texts'

/** When a link came: how long ago, and the time of day where the browser's own time zone is known. */
export function ArrivalTime({ arrivedAt, minutesAgo }: { arrivedAt: number; minutesAgo: number }) {
  const t = useTexts()
  const time = useSyncExternalStore(
    never,
    () => new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' }).format(arrivedAt),
    () => null,
  )
  return (
    <time dateTime={new Date(arrivedAt).toISOString()}>
      {time === null
        ? t('arrival.minutesAgo', { minutes: minutesAgo })
        : t('arrival.minutesAgoAt', { minutes: minutesAgo, time })}
    </time>
  )
}

/** The time of day does not change: there is nothing to listen to. */
const never = () => () => {}
