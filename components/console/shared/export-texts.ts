import 'server-only'
import type { ExportTexts } from '@/lib/console/shared/export'
import { remarkTexts } from '@/lib/console/shared/export-remarks'
import { consoleTexts } from '@/lib/skin/texts'

/** Returns the texts of exports, for `exportResponse`. */
export function exportTexts(): ExportTexts {
  const t = consoleTexts()
  return {
    ...remarkTexts(t),
    fromElsewhere: t('shared.fromElsewhere'),
    underWay: t('shared.exports.underWay'),
    unknownFormat: t('shared.exports.unknownFormat'),
    failed: (kind) => [t('shared.exports.failed'), t(`problems.${kind}.title`), t(`problems.${kind}.text`)].join('\n'),
  }
}
