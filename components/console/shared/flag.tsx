import { consoleTexts } from '@/lib/skin/texts'
import { Badge } from './badge'

/** A boolean field of a record. */
export function Flag({ isSet }: { isSet: boolean }) {
  const t = consoleTexts()
  return isSet ? <Badge tone="success">{t('shared.yes')}</Badge> : <span className="text-muted">{t('shared.no')}</span>
}
