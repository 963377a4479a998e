'use client'

import { useEffect } from 'react'
import { classNames } from '@/components/ui/class-names'
import { useTexts } from '@/components/texts'
import { useSecondsLeft } from './use-seconds-left'

/** From when on it is shown: before that nobody needs to hurry. */
const shownSeconds = 600

/**
 * How long a link is still good. At its end the page is loaded again and says so, with JavaScript or without:
 * nobody needs to press a button to hear it.
 */
export function TimeLeft({ linkId, seconds }: { linkId: string; seconds: number }) {
  const t = useTexts()
  const counted = useSecondsLeft(seconds, linkId)
  useEffect(() => {
    if (counted === 0) window.location.reload()
  }, [counted])
  const left = counted ?? seconds
  return (
    <>
      {/* Without scripts nobody counts it down. */}
      <p className={classNames('text-sm text-muted tabular-nums', left > shownSeconds && 'invisible noscript:visible')}>
        {left >= 120
          ? t('confirm.expiresInMinutes', { minutes: Math.floor(left / 60) })
          : t('confirm.expiresInSeconds', { seconds: left })}
      </p>
      <noscript>
        <meta httpEquiv="refresh" content={String(seconds + 1)} />
      </noscript>
    </>
  )
}
