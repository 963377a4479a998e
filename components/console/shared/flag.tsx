import { consoleTexts } from '@/lib/skin/texts'
import { Badge, type BadgeTone } from './badge'

/** A boolean field of a record. */
export function Flag({ isSet, toneWhenSet = 'success' }: { isSet: boolean; toneWhenSet?: BadgeTone }) {
  const t = consoleTexts()
  return isSet ? (
    <Badge tone={toneWhenSet}>{t('shared.yes')}</Badge>
  ) : (
    <span className="text-muted">{t('shared.no')}</span>
  )
}
