'use client'

import { useSyncExternalStore } from 'react'

/**
 * A time of day in the browser's time zone, written in the given language.
 *
 * @param time - milliseconds since the epoch, or null if unknown.
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

/** The time of day does not change. */
const never = () => () => {}
