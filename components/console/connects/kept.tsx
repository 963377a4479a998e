import type { ReactNode } from 'react'
import { Section } from '@/components/console/shared/console-page'
import type { Connects } from '@/lib/console/connects/read'
import { consoleTexts } from '@/lib/skin/texts'

const dayInMs = 24 * 60 * 60 * 1000

/**
 * The store of the attempts, how long it keeps them, and whether any are missing.
 *
 * @param children - actions on the kept data.
 */
export function KeptWhere({
  connects: { isShared, backlog },
  settings: { maxAgeMs, maxEntries },
  children,
}: {
  connects: Pick<Connects, 'isShared' | 'backlog'>
  settings: { maxAgeMs: number; maxEntries: number }
  children?: ReactNode
}) {
  const t = consoleTexts()
  return (
    <Section title={t('connects.kept.title')}>
      <div className="grid gap-1 text-sm text-muted">
        <p>
          {isShared
            ? t('connects.kept.redis', { days: Math.round(maxAgeMs / dayInMs), entries: maxEntries })
            : t('connects.kept.process')}
        </p>
        {backlog.waiting > 0 && (
          <p className="text-warning">{t('connects.kept.waiting', { count: backlog.waiting })}</p>
        )}
        {backlog.lost > 0 && <p className="text-danger">{t('connects.kept.lost', { count: backlog.lost })}</p>}
      </div>
      {children}
    </Section>
  )
}
