'use client'

import { useEffect, useState } from 'react'

/**
 * Counts down.
 *
 * @param seconds - where to start; 0 counts nothing.
 * @param restartKey - a new value starts anew, with the same number of seconds too.
 * @returns whole seconds left, 0 at the end; null before the first tick, and so always where no script
 * runs: a page without JavaScript must not be left with a button that never comes back.
 */
export function useSecondsLeft(seconds: number, restartKey: unknown): number | null {
  const [count, setCount] = useState<{ key: unknown; left: number } | null>(null)
  useEffect(() => {
    if (seconds === 0) return
    // Counted from a fixed end, since a hidden tab's timers fall behind.
    const endsAt = Date.now() + seconds * 1000
    const update = () => setCount({ key: restartKey, left: Math.max(Math.ceil((endsAt - Date.now()) / 1000), 0) })
    update()
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  }, [seconds, restartKey])
  return count?.key === restartKey ? (count?.left ?? null) : null
}
