import { useLocale } from '@/components/texts'
import { formatsOf, type Formats } from '@/lib/format'

/** Formats numbers and times in components that run in the browser. */
export function useFormats(): Formats {
  return formatsOf(useLocale())
}
