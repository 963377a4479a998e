'use client'

import { useAtLoad } from '@/components/ui/use-at-load'

/**
 * Formats a time of day in the browser's time zone and the given language.
 *
 * @param time - milliseconds since the epoch, or null if unknown.
 * @returns null on the server, where the time zone is unknown.
 */
export function useClockTime(time: number | null, language: string, timeStyle: 'short' | 'medium'): string | null {
  return useAtLoad(() =>
    time === null ? null : new Intl.DateTimeFormat(language, { timeStyle, numberingSystem: 'latn' }).format(time),
  )
}
