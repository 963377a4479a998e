'use client'

import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '@/components/texts'
import { useAtLoad } from '@/components/ui/at-load'

/** In seconds before the link's end, for screen readers. */
const announcedAt = [60, 300]

/**
 * Shows a link's end in its last five minutes, announces it, and reloads the page then.
 *
 * @param props.seconds - at page load, never 0.
 * @param props.endsAt - milliseconds since the epoch.
 */
export function LinkClock({ seconds, endsAt }: { seconds: number; endsAt: number }) {
  const t = useTexts()
  const left = useSecondsLeft(seconds) ?? seconds
  const time = useClockTime(endsAt, 'short')
  useEffect(() => {
    // A reload would end a press that is under way.
    if (left === 0 && !document.querySelector('[data-sending]')) location.reload()
  }, [left])
  const announced = announcedAt.find((at) => left <= at && seconds > at)
  return (
    <>
      {time && left <= 300 && <span>{t('confirm.worksUntil', { time })}</span>}
      <p role="status" className="sr-only">
        {announced && t('confirm.minutesLeft', { minutes: announced / 60 })}
      </p>
    </>
  )
}

/** In the browser's time zone; null on the server, which does not know it. */
export function useClockTime(time: number, timeStyle: 'short' | 'medium'): string | null {
  const language = useLanguage()
  return useAtLoad(() => new Intl.DateTimeFormat(language, { timeStyle, numberingSystem: 'latn' }).format(time))
}

/**
 * Counts down to zero.
 *
 * @param seconds - 0 for no countdown. It never changes, because each press loads a new document.
 * @returns whole seconds. Null before the first tick, so that a server-rendered button works without JavaScript.
 */
export function useSecondsLeft(seconds: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (!seconds) return
    // Browsers throttle timers in a hidden tab, so this counts from a fixed start. It uses this clock, because a
    // device's time can be corrected.
    let startedAt = performance.now()
    const openedAt = Date.now()
    const update = () => setLeft(Math.max(Math.ceil(seconds - (performance.now() - startedAt) / 1000), 0))
    update()
    const timer = setInterval(update, 250)
    // This clock can stop while a device sleeps, which hides the page. The listener ends with the document.
    addEventListener('visibilitychange', () => {
      startedAt = Math.min(startedAt, performance.now() - Date.now() + openedAt)
    })
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
