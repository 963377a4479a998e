import { useLocale } from '@/components/texts'
import { formatsOf, type Formats } from '@/lib/format'

/** Returns the formats of numbers and times, for components that run in the browser. */
export function useFormats(): Formats {
  return formatsOf(useLocale())
}
