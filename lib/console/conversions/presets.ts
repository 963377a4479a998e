import { formatDay } from '@/lib/format'
import type { ConversionDates } from './query'

/** Shortcuts for common dates. */
export const datePresets = ['all', 'days7', 'days30', 'thisMonth', 'lastMonth'] as const
type DatePreset = (typeof datePresets)[number]

/**
 * Returns the dates of a preset, in UTC. A preset that lasts until now has no last day, because the interface does not
 * state whether the last day counts.
 */
export function presetDates(preset: DatePreset, now: Date): ConversionDates {
  const [year, month, today] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const day = (inMonth: number, date: number) => formatDay(new Date(Date.UTC(year, inMonth, date)))
  switch (preset) {
    case 'all':
      return { from: undefined, until: undefined }
    case 'days7':
      return { from: day(month, today - 7), until: undefined }
    case 'days30':
      return { from: day(month, today - 30), until: undefined }
    case 'thisMonth':
      return { from: day(month, 1), until: undefined }
    case 'lastMonth':
      return { from: day(month - 1, 1), until: day(month, 0) }
  }
}
