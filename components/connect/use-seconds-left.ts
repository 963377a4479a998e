'use client'

import { useEffect, useState } from 'react'

/**
 * A countdown.
 *
 * @param seconds - the start, or 0 for no countdown.
 * @param restartKey - a new value restarts the countdown, even with the same number of seconds.
 * @returns whole seconds left, 0 at the end. Null before the first tick, and therefore always null without JavaScript,
 *   so that a server-rendered button is never left disabled.
 */
export function useSecondsLeft(seconds: number, restartKey: unknown): number | null {
  const [count, setCount] = useState<{ key: unknown; left: number } | null>(null)
  useEffect(() => {
    if (seconds === 0) return
    // Computed from a fixed end time, because timers are throttled in a hidden tab.
    const endsAt = Date.now() + seconds * 1000
    const update = () => setCount({ key: restartKey, left: Math.max(Math.ceil((endsAt - Date.now()) / 1000), 0) })
    update()
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  }, [seconds, restartKey])
  return count?.key === restartKey ? (count?.left ?? null) : null
}
