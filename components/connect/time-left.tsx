'use client'

import { useEffect } from 'react'
import { useLanguage, useTexts } from '@/components/texts'
import { useClockTime } from './use-clock-time'
import { useSecondsLeft } from './use-seconds-left'

/** When a screen reader is told how long the link still works, in seconds before its end. */
const announcedAt = [60, 300]

/**
 * Until when a link works. At its end the page is loaded again and says so, with JavaScript or without:
 * nobody needs to press a button to hear it.
 *
 * @param props.endsAt - milliseconds since the epoch.
 */
export function TimeLeft({ linkId, seconds, endsAt }: { linkId: string; seconds: number; endsAt: number }) {
  const t = useTexts()
  const counted = useSecondsLeft(seconds, linkId)
  const time = useClockTime(endsAt, useLanguage(), 'short')
  useEffect(() => {
    if (counted === 0) window.location.reload()
  }, [counted])
  const announced = announcedAt.find((at) => counted !== null && counted <= at && seconds > at)
  return (
    <>
      {/* Without scripts the browser's time zone is unknown. */}
      <p className={`text-center text-sm text-muted ${time === null ? 'invisible noscript:visible' : ''}`}>
        {time === null
          ? t('confirm.minutesLeft', { minutes: Math.floor(seconds / 60) })
          : t('confirm.worksUntil', { time })}
      </p>
      <p role="status" className="sr-only">
        {announced === undefined ? '' : t('confirm.minutesLeft', { minutes: announced / 60 })}
      </p>
      <noscript>
        <meta httpEquiv="refresh" content={String(seconds + 1)} />
      </noscript>
    </>
  )
}
