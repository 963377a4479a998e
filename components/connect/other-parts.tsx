'use client'

import type { ReactNode } from 'react'
import { useTexts } from '@/components/texts'
import { storedAtLoad, useAtLoad } from '@/components/ui/at-load'
import { useClockTime } from './link-time'

/**
 * With the time of day, if the browser's time zone is known. Its seconds tell two links of one minute apart.
 *
 * @param props.arrivedAt - milliseconds since the epoch.
 */
export function ArrivalTime({ arrivedAt, minutesAgo }: { arrivedAt: number; minutesAgo: number }) {
  const t = useTexts()
  const time = useClockTime(arrivedAt, 'medium')
  return (
    <time dateTime={new Date(arrivedAt).toISOString()}>
      {time === null
        ? t('arrival.minutesAgo', { minutes: minutesAgo })
        : t('arrival.minutesAgoAt', { minutes: minutesAgo, time })}
    </time>
  )
}

/** The typed address of an ended link, to be copied to the next one. */
export function EnteredAddress({ typedKey, label }: { typedKey: string; label: ReactNode }) {
  const address = useAtLoad(() => storedAtLoad('sessionStorage', typedKey))
  if (!address) return null
  return (
    <p className="text-sm">
      <span className="text-muted">{label}</span>{' '}
      <bdi dir="ltr" translate="no" className="block font-mono text-xs break-all select-all">
        {address}
      </bdi>
    </p>
  )
}
