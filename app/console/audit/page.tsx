import type { Metadata } from 'next'
import { AuditTable } from '@/components/console/audit/list'
import { ConsolePage } from '@/components/console/shared/console-page'
import { ExportMenu } from '@/components/console/shared/export-menu'
import { EmptyState } from '@/components/console/shared/empty-state'
import { readAudit } from '@/lib/audit'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { readAuditQuery } from './query'
import { pageUrl } from '@/lib/console/shared/page-url'
import { consoleTexts } from '@/lib/skin/texts'

const dayInMs = 24 * 60 * 60 * 1000

export async function generateMetadata(props: PageProps<'/console/audit'>): Promise<Metadata> {
  const { before } = readAuditQuery(await props.searchParams)
  const t = consoleTexts()
  return { title: [t('layout.pages.audit'), before !== undefined && t('audit.olderTitle')].filter(Boolean).join(', ') }
}

/** Shows the acts of staff in the console, such as exports, look-ups and deletions. */
export default async function AuditPage(props: PageProps<'/console/audit'>) {
  const searchParams = await props.searchParams
  await requireOperator(pageUrl('/console/audit', searchParams))
  const query = readAuditQuery(searchParams)
  const page = await readAudit(query)
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
      actions={page && page.entries.length > 0 && <ExportMenu path="/console/audit/export" />}
    >
      {page ? <AuditTable page={page} before={query.before} /> : <EmptyState title={t('audit.away')} />}
    </ConsolePage>
  )
}
