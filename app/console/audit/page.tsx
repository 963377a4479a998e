import type { Metadata } from 'next'
import type { Cells } from '@/components/console/cells'
import { NewestPager } from '@/components/console/pagination'
import { ConsolePage } from '@/components/console/console-page'
import { EmptyState } from '@/components/console/notices'
import { ExportMenu } from '@/components/console/export-menu'
import { Time } from '@/components/console/time'
import { Table } from '@/components/console/table'
import { lookUpKinds, readAudit, type AuditEntry, type AuditPage } from '@/lib/audit'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { readBefore } from '@/lib/console/query'
import { pageUrl } from '@/lib/console/page-url'
import { serviceText } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { acts } from './list'

const path = '/console/audit'
const dayInMs = 24 * 60 * 60 * 1000

export async function generateMetadata(props: PageProps<'/console/audit'>): Promise<Metadata> {
  const before = readBefore(await props.searchParams)
  const t = consoleTexts()
  return { title: [t('layout.pages.audit'), before !== undefined && t('audit.olderTitle')].filter(Boolean).join(', ') }
}

/** Shows the acts of staff in the console, such as exports, look-ups and deletions. */
export default async function Page(props: PageProps<'/console/audit'>) {
  const searchParams = await props.searchParams
  await requireOperator(pageUrl(path, searchParams))
  const before = readBefore(searchParams)
  const page = await readAudit({ before })
  const { maxAgeMs, maxEntries } = config().connectRecords
  const t = consoleTexts()
  return (
    <ConsolePage
      title={t('layout.pages.audit')}
      intro={
        page?.isShared === false
          ? t('audit.kept.process')
          : t('audit.kept.redis', { days: Math.round(maxAgeMs / dayInMs), entries: maxEntries })
      }
      actions={page && page.entries.length > 0 && <ExportMenu path={`${path}/export`} />}
    >
      {page ? <Acts page={page} before={before} /> : <EmptyState title={t('audit.away')} />}
    </ConsolePage>
  )
}

const cells: Cells<AuditEntry, object> = {
  at: ({ at }) => <Time time={at} />,
  what: (entry) => <span className="wrap-anywhere">{serviceText(whatOf(entry)) ?? consoleTexts()('shared.none')}</span>,
}

/**
 * A page of the audit.
 *
 * @param before - the last entry of the previous page, or undefined for the first page.
 */
export function Acts({ page, before }: { page: AuditPage; before?: string | undefined }) {
  const t = consoleTexts()
  const { entries, unreadable, nextBefore, backlog } = page
  const count = t('audit.count', { count: entries.length })
  const position = nextBefore === undefined ? count : `${count} · ${t('audit.more')}`
  return (
    <>
      {backlog.waiting > 0 && <p className="text-warning">{t('audit.waiting', { count: backlog.waiting })}</p>}
      {backlog.lost > 0 && <p className="text-danger">{t('audit.lost', { count: backlog.lost })}</p>}
      <div className="list">
        <NewestPager path={path} position={position} before={before} nextBefore={nextBefore} />
        {entries.length > 0 ? (
          <Table table={acts} rows={entries} filter={{}} parts={{ cells }} />
        ) : (
          <EmptyState title={t('audit.empty.title')} />
        )}
      </div>
      {unreadable > 0 && <p className="text-warning">{t('audit.unreadable', { count: unreadable })}</p>}
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
