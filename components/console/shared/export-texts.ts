import 'server-only'
import type { ExportTexts } from '@/lib/console/shared/export'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/** The texts of exports, for `exportResponse`. */
export function exportTexts(): ExportTexts {
  const t = consoleTexts()
  const { list } = consoleFormats()
  return {
    fromElsewhere: t('shared.fromElsewhere'),
    underWay: t('shared.exports.underWay'),
    unknownFormat: t('shared.exports.unknownFormat'),
    failed: (kind) => [t('shared.exports.failed'), t(`problems.${kind}.title`), t(`problems.${kind}.text`)].join('\n'),
    unreadable: (count) => t('shared.exports.unreadable', { count }),
    changed: ({ firstTotal, lastTotal, repeated, maybeMissing }) =>
      [
        t('shared.exports.changed', { firstTotal, lastTotal }),
        ...(repeated > 0 ? [t('shared.exports.repeated', { count: repeated })] : []),
        maybeMissing > 0 ? t('shared.exports.mayBeMissing', { count: maybeMissing }) : t('shared.exports.noneMissing'),
      ].join(' '),
    listCut: (limit) => t('shared.exports.listCut', { limit }),
    outsideDates: ({ count, variables }) => t('shared.outsideDates', { count, variables: list(variables) }),
  }
}
