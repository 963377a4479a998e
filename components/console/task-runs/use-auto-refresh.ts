'use client'

import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'

/**
 * Calls `refresh` at an interval while the page is visible. When a hidden page becomes visible and a refresh is
 * overdue, it calls `refresh` immediately.
 *
 * @param options.everyMs - milliseconds from the end of one refresh to the start of the next.
 * @param options.isBusy - whether a refresh is running. The interval restarts when it ends, even if it failed.
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
          // Does not rely on `isBusy`, which never becomes true if a refresh fails immediately.
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
