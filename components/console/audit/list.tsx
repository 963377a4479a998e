import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { TextLink } from '@/components/console/shared/text-link'
import { Time } from '@/components/console/shared/time'
import { lookUpKinds, type AuditEntry, type AuditPage } from '@/lib/audit'
import { pageUrl } from '@/lib/console/shared/page-url'
import { serviceText } from '@/lib/service/text'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

const path = '/console/audit'

function columnsOf(): Column<AuditEntry>[] {
  const t = consoleTexts()
  const { bytes } = consoleFormats()
  const none = <span className="text-muted">{t('shared.none')}</span>
  /** What was done, with the words of this page for the page of a look-up. */
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

/** A page of the audit, the newest first. */
export function AuditTable({ page, isFirstPage }: { page: AuditPage; isFirstPage: boolean }) {
  const t = consoleTexts()
  const { entries, unreadable, nextBefore, backlog } = page
  return (
    <>
      {backlog.waiting > 0 && <p className="text-warning">{t('audit.waiting', { count: backlog.waiting })}</p>}
      {backlog.lost > 0 && <p className="text-danger">{t('audit.lost', { count: backlog.lost })}</p>}
      {entries.length > 0 ? (
        <DataTable caption={t('audit.list.caption')} columns={columnsOf()} rows={entries} rowKey={({ id }) => id} />
      ) : (
        <EmptyState title={t('audit.list.none')} />
      )}
      {unreadable > 0 && <p className="text-warning">{t('audit.list.unreadable', { count: unreadable })}</p>}
      {(!isFirstPage || nextBefore !== undefined) && (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          {!isFirstPage && <TextLink href={path}>{t('audit.list.newest')}</TextLink>}
          {nextBefore !== undefined && (
            <TextLink href={pageUrl(path, { before: nextBefore })}>{t('audit.list.older')}</TextLink>
          )}
        </p>
      )}
    </>
  )
}
