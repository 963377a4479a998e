'use client'

import { useEffect, useState } from 'react'

/**
 * Counts down to zero.
 *
 * @param seconds - the start, or 0 for no countdown.
 * @param restartKey - a new value restarts the countdown, even with the same number of seconds.
 * @returns whole seconds left, 0 at the end. Null before the first tick, so that a server-rendered button stays enabled
 *   without JavaScript.
 */
export function useSecondsLeft(seconds: number, restartKey: unknown): number | null {
  const [count, setCount] = useState<{ key: unknown; left: number } | null>(null)
  useEffect(() => {
    if (seconds === 0) return
    // Computed from a fixed end time, because browsers throttle timers in a hidden tab.
    const endsAt = Date.now() + seconds * 1000
    const update = () => setCount({ key: restartKey, left: Math.max(Math.ceil((endsAt - Date.now()) / 1000), 0) })
    update()
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  }, [seconds, restartKey])
  return count !== null && count.key === restartKey ? count.left : null
}
