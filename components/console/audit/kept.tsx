import { consoleTexts } from '@/lib/skin/texts'

const dayInMs = 24 * 60 * 60 * 1000

/** What the audit contains, and where and for how long it is kept. */
export function AuditKept({
  isShared,
  settings,
}: {
  isShared: boolean
  settings: { maxAgeMs: number; maxEntries: number }
}) {
  const t = consoleTexts()
  const { maxAgeMs, maxEntries } = settings
  return (
    <>
      <p>{t('audit.what')}</p>
      <p>
        {isShared
          ? t('audit.kept.redis', { days: Math.round(maxAgeMs / dayInMs), entries: maxEntries })
          : t('audit.kept.process')}
      </p>
    </>
  )
}
