'use client'

import { useEffect } from 'react'
import { useLanguage, useTexts } from '@/components/texts'
import { useClockTime } from './use-clock-time'
import { useSecondsLeft } from './use-seconds-left'

/** The times at which a screen reader announces the remaining time of the link, in seconds before its end. */
const announcedAt = [60, 300]

/** Shows until when a link is valid, announces its approaching end, and reloads the page at the end. */
export function LinkClock({ seconds, endsAt }: { seconds: number; endsAt: number }) {
  const t = useTexts()
  const left = useSecondsLeft(seconds, endsAt)
  const time = useClockTime(endsAt, useLanguage(), 'short')
  useEffect(() => {
    if (left === 0) window.location.reload()
  }, [left])
  const announced = announcedAt.find((at) => left !== null && left <= at && seconds > at)
  return (
    <>
      {time && <span>{t('confirm.worksUntil', { time })}</span>}
      <p role="status" className="sr-only">
        {announced && t('confirm.minutesLeft', { minutes: announced / 60 })}
      </p>
    </>
  )
}
