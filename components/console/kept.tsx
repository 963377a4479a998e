import { config } from '@/lib/config'
import { dayInMs } from '@/lib/config/durations'
import { consoleTexts } from '@/lib/skin/texts'
import { store } from '@/lib/store'
import { keptState } from '@/lib/store/kept-in-store'

export function keptWhere(list: 'audit' | 'connects'): string {
  const t = consoleTexts()
  const { maxAgeMs, maxEntries } = config().connectRecords
  return store().isShared
    ? t(`${list}.kept.redis`, { days: Math.round(maxAgeMs / dayInMs), entries: maxEntries })
    : t('shared.kept.process')
}

export function Backlog({ kind }: { kind: Parameters<typeof keptState>[0] }) {
  const t = consoleTexts()
  const { waiting, lost } = keptState(kind)
  const texts = kind === 'webhooks' ? 'connects.webhooks' : 'shared.kept'
  return (
    <>
      {waiting > 0 && <p className="text-warning">{t(`${texts}.waiting`, { count: waiting })}</p>}
      {lost > 0 && <p className="text-danger">{t(`${texts}.lost`, { count: lost })}</p>}
    </>
  )
}
