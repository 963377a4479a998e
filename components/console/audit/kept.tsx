import { consoleTexts } from '@/lib/skin/texts'

const dayInMs = 24 * 60 * 60 * 1000

/** The content of the audit, its store, and how long the store keeps it. */
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
