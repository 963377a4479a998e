'use client'

import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'

/**
 * Calls `refresh` so long after the last one, while the page is to be seen: a page that comes back into
 * sight is refreshed at once if it is overdue.
 *
 * @param options.everyMs - milliseconds from the end of one refresh to the beginning of the next.
 * @param options.isBusy - a refresh is under way. As it ends, come to what it may, the time begins anew.
 */
export function useAutoRefresh({
  everyMs,
  isBusy,
  isPaused,
  refresh,
}: {
  everyMs: number
  isBusy: boolean
  isPaused: boolean
  refresh: () => void
}): void {
  const isVisible = useSyncExternalStore(subscribeToVisibility, isDocumentVisible, () => true)
  const lastAt = useRef(0)
  const runRefresh = useEffectEvent(refresh)

  useEffect(() => {
    if (!isBusy) lastAt.current = Date.now()
  }, [isBusy])

  useEffect(() => {
    if (isBusy || isPaused || !isVisible) return undefined
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          lastAt.current = Date.now()
          runRefresh()
          // Not left to `isBusy`: a refresh that fails at once has never been seen to be busy.
          wait()
        },
        Math.max(lastAt.current + everyMs - Date.now(), 0),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [everyMs, isBusy, isPaused, isVisible])
}

const isDocumentVisible = () => document.visibilityState === 'visible'

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
