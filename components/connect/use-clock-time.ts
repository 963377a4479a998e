'use client'

import { useSyncExternalStore } from 'react'

/**
 * A time of day in the browser's time zone, written as a language does.
 *
 * @param time - milliseconds since the epoch; null for no time yet.
 * @returns null on the server, which does not know the time zone.
 */
export function useClockTime(time: number | null, language: string, timeStyle: 'short' | 'medium'): string | null {
  return useSyncExternalStore(
    never,
    () =>
      time === null ? null : new Intl.DateTimeFormat(language, { timeStyle, numberingSystem: 'latn' }).format(time),
    () => null,
  )
}

/** The time of day does not change: there is nothing to listen to. */
const never = () => () => {}
