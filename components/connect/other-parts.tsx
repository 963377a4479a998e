'use client'

import type { ReactNode } from 'react'
import { useTexts } from '@/components/texts'
import { storedAtLoad } from '@/components/ui/stored'
import { useAtLoad } from '@/components/ui/use-at-load'
import { useClockTime } from './link-time'

/** With the time of day, if the browser's time zone is known. */
export function ArrivalTime(props: {
  /** Milliseconds since the epoch. */
  arrivedAt: number
  minutesAgo: number
  hasSeconds: boolean
}) {
  const { arrivedAt, minutesAgo, hasSeconds } = props
  const t = useTexts()
  const time = useClockTime(arrivedAt, hasSeconds ? 'medium' : 'short')
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
