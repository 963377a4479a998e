import type { Cells } from '@/components/console/cells'
import { listPage } from '@/components/console/list-page'
import { Time } from '@/components/console/time'
import { auditBacklog, lookUpKinds, type AuditEntry } from '@/lib/audit'
import { config } from '@/lib/config'
import { dayInMs } from '@/lib/format'
import { serviceText } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { store } from '@/lib/store'
import { acts } from './list'

export const actCells: Cells<AuditEntry, object> = {
  at: ({ at }) => <Time time={at} />,
  what: (entry) => <span className="wrap-anywhere">{serviceText(whatOf(entry)) ?? consoleTexts()('shared.none')}</span>,
}

/** Shows the acts of staff in the console, such as exports, look-ups and deletions. */
const { Page, generateMetadata } = listPage(acts, {
  title({ before }) {
    const t = consoleTexts()
    return before === undefined ? t('layout.pages.audit') : `${t('layout.pages.audit')}, ${t('audit.olderTitle')}`
  },
  intro() {
    const { maxAgeMs, maxEntries } = config().connectRecords
    return store().isShared
      ? consoleTexts()('audit.kept.redis', { days: Math.round(maxAgeMs / dayInMs), entries: maxEntries })
      : consoleTexts()('audit.kept.process')
  },
  filters: () => <Backlog {...auditBacklog()} />,
  cells: actCells,
})

export { generateMetadata }
export default Page

/** The entries that this process has not written to the store. */
export function Backlog({ waiting, lost }: { waiting: number; lost: number }) {
  const t = consoleTexts()
  return (
    <>
      {waiting > 0 && <p className="text-warning">{t('audit.waiting', { count: waiting })}</p>}
      {lost > 0 && <p className="text-danger">{t('audit.lost', { count: lost })}</p>}
    </>
  )
}

/** Describes the act, with the name of the page for a look-up. */
function whatOf({ action, what, format, sizeBytes }: AuditEntry): string {
  const kind = action === 'look_up' ? lookUpKinds.find((each) => each === what) : undefined
  const size = sizeBytes === undefined ? undefined : consoleFormats().bytes(sizeBytes)
  const name = kind ? consoleTexts()(`audit.pages.${kind}`) : what
  return [name, format?.toUpperCase(), size].filter(Boolean).join(' · ')
}
