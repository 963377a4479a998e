import { useLocale } from '@/components/texts'
import { formatsOf, type Formats } from '@/lib/format'

export function useFormats(): Formats {
  return formatsOf(useLocale())
}
