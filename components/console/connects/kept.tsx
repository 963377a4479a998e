import type { Connects } from '@/lib/console/connects/read'
import { consoleTexts } from '@/lib/skin/texts'

const dayInMs = 24 * 60 * 60 * 1000

/** Where the attempts are kept, for how long, and whether any are missing. */
export function KeptWhere({
  connects,
  settings,
}: {
  connects: Pick<Connects, 'isShared' | 'backlog'>
  settings: { maxAgeMs: number; maxEntries: number }
}) {
  const { isShared, backlog } = connects
  const { maxAgeMs, maxEntries } = settings
  const t = consoleTexts()
  return (
    <div className="grid gap-1 text-sm text-muted">
      <p>
        {isShared
          ? t('connects.kept.redis', { days: Math.round(maxAgeMs / dayInMs), entries: maxEntries })
          : t('connects.kept.process')}
      </p>
      {backlog.waiting > 0 && <p className="text-warning">{t('connects.kept.waiting', { count: backlog.waiting })}</p>}
      {backlog.lost > 0 && <p className="text-danger">{t('connects.kept.lost', { count: backlog.lost })}</p>}
    </div>
  )
}
