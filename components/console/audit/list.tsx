import { Announcement } from '@/components/console/shared/announcement'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { Time } from '@/components/console/shared/time'
import { Link } from '@/components/ui/link'
import { lookUpKinds, type AuditEntry, type AuditPage } from '@/lib/audit'
import { pageUrl } from '@/lib/console/shared/page-url'
import { serviceText } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

const path = '/console/audit'

function columnsOf(): Column<AuditEntry>[] {
  const t = consoleTexts()
  const { bytes } = consoleFormats()
  const none = <span className="text-muted">{t('shared.none')}</span>
  /** Describes the act, with the name of the page for a look-up. */
  const whatOf = ({ action, what, format, sizeBytes }: AuditEntry) => {
    const kind = action === 'look_up' ? lookUpKinds.find((each) => each === what) : undefined
    const size = sizeBytes === undefined ? undefined : bytes(sizeBytes)
    return [kind ? t(`audit.pages.${kind}`) : what, format?.toUpperCase(), size].filter(Boolean).join(' · ')
  }
  return [
    { header: t('audit.list.time'), isRowHeader: true, cell: ({ at }) => <Time time={at} /> },
    { header: t('audit.list.who'), cell: ({ staffName }) => <bdi>{serviceText(staffName)}</bdi> },
    {
      header: t('audit.list.staffId'),
      cell: ({ staffId }) => <Identifier value={staffId} what={t('audit.list.staffId')} />,
    },
    { header: t('audit.list.action'), cell: ({ action }) => t(`audit.actions.${action}`) },
    {
      header: t('audit.list.what'),
      cell: (entry) => <span className="wrap-anywhere">{serviceText(whatOf(entry)) ?? none}</span>,
    },
    {
      header: t('audit.list.about'),
      cell: ({ about }) => (about === undefined ? none : <Identifier value={about} what={t('audit.list.aboutText')} />),
    },
  ]
}

/**
 * A page of the audit, the newest entry first.
 *
 * @param before - the last entry of the previous page, or undefined for the first page.
 */
export function AuditTable({ page, before }: { page: AuditPage; before?: string | undefined }) {
  const t = consoleTexts()
  const { entries, unreadable, nextBefore, backlog } = page
  const count = t('audit.list.count', { count: entries.length })
  const position = nextBefore === undefined ? count : `${count} · ${t('audit.list.more')}`
  return (
    <>
      {backlog.waiting > 0 && <p className="text-warning">{t('audit.waiting', { count: backlog.waiting })}</p>}
      {backlog.lost > 0 && <p className="text-danger">{t('audit.lost', { count: backlog.lost })}</p>}
      <div className="list">
        <nav aria-label={t('shared.pagination.label')} className="pager">
          <p className="min-w-0 truncate text-muted tabular-nums">{position}</p>
          {/* The position distinguishes pages with the same number of entries. */}
          <Announcement text={position} of={`${before} ${position}`} />
          {(before !== undefined || nextBefore !== undefined) && (
            <ul className="flex">
              {before !== undefined && (
                <li>
                  <Link href={path} scroll={false}>
                    {t('audit.list.newest')}
                  </Link>
                </li>
              )}
              {nextBefore !== undefined && (
                <li>
                  <Link href={pageUrl(path, { before: nextBefore })} scroll={false}>
                    {t('audit.list.older')}
                  </Link>
                </li>
              )}
            </ul>
          )}
        </nav>
        {entries.length > 0 ? (
          <DataTable caption={t('audit.list.caption')} columns={columnsOf()} rows={entries} rowKey={({ id }) => id} />
        ) : (
          <EmptyState title={t('audit.list.none')} />
        )}
      </div>
      {unreadable > 0 && <p className="text-warning">{t('audit.list.unreadable', { count: unreadable })}</p>}
    </>
  )
}
