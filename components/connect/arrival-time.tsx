'use client'

import { useSyncExternalStore } from 'react'
import { useLanguage, useTexts } from '@/components/texts'

/** When a link came: how long ago, and the time of day, in the page's language, where the browser's time zone is known. */
export function ArrivalTime({ arrivedAt, minutesAgo }: { arrivedAt: number; minutesAgo: number }) {
  const t = useTexts()
  const language = useLanguage()
  const time = useSyncExternalStore(
    never,
    () => new Intl.DateTimeFormat(language, { timeStyle: 'medium', numberingSystem: 'latn' }).format(arrivedAt),
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
