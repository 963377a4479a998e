import type { Metadata } from 'next'
import { Badge } from '@/components/console/badge'
import { ConsolePage, Section } from '@/components/console/console-page'
import { ExportMenu } from '@/components/console/export-menu'
import { TextLink } from '@/components/console/links'
import { List, type ListParts } from '@/components/console/list'
import { TextsProvider } from '@/components/texts'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { readQuery, sortParams, type ListQuery } from '@/lib/console/query'
import { readList, type ListRead } from '@/lib/console/read-list'
import { oneUrl, pageUrl } from '@/lib/console/page-url'
import * as en from '@/lib/messages/console/en'
import { consoleFormats, consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { store, type ListEntry } from '@/lib/store'
import { batchIdOf, knownForDays, maxBatches, type Batch } from '@/lib/console/batches'
import { batches } from './list'
import { UploadForm } from './upload-form'

export const metadata: Metadata = { title: en.layout.pages.uploads }

export default async function UploadsPage(props: PageProps<'/console/uploads'>) {
  const searchParams = await props.searchParams
  const { isOperator } = await requireViewer(pageUrl('/console/uploads', searchParams))
  const t = consoleTexts()
  const { taskBatchColumns } = config()
  const query = readQuery(batches, searchParams)
  const read = await readList(batches, query)
  const count = read.kind === 'page' ? read.total : undefined
  return (
    <ConsolePage
      title={t('layout.pages.uploads')}
      count={count ? consoleFormats().count(count) : undefined}
      intro={t('uploads.intro')}
      actions={isOperator && Boolean(count) && <ExportMenu path="/console/uploads/export" />}
    >
      {isOperator ? (
        <Section title={t('uploads.upload')}>
          <TextsProvider {...consoleTextsForBrowser('uploads.form', 'problems')}>
            <UploadForm expectedColumns={taskBatchColumns} />
          </TextsProvider>
          <p className="text-sm text-muted">
            {taskBatchColumns.length === 0 && <span>{t('uploads.noExample')}</span>} <span>{t('uploads.limits')}</span>
          </p>
        </Section>
      ) : (
        <p>{t('uploads.viewer')}</p>
      )}
      <BatchList read={read} query={query} />
      <p className="text-sm text-muted">
        {t(store().isShared ? 'uploads.batches.keptShared' : 'uploads.batches.keptInProcess', { max: maxBatches })}{' '}
        {t('uploads.batches.twice', { days: knownForDays })}
      </p>
    </ConsolePage>
  )
}

export function BatchList({ read, query }: { read: ListRead<ListEntry<Batch>>; query: ListQuery<object> }) {
  return (
    <section aria-labelledby="batches" className="list">
      <h2 id="batches" className="font-semibold">
        {consoleTexts()('uploads.batches.caption')}
      </h2>
      <List list={batches} read={read} query={query} searchParams={sortParams(batches, query.sort)} parts={parts} />
    </section>
  )
}

const parts: ListParts<ListEntry<Batch>, object> = {
  isMarked: ({ entry: { result } }) => result === null || result.failed > 0,
  hasDetails: false,
  cells: {
    batch_id: (kept) =>
      kept.entry.result ? undefined : (
        <TextLink href={oneUrl('uploads', batchIdOf(kept))}>
          <Badge tone="warning">{consoleTexts()('uploads.batches.unclear')}</Badge>
        </TextLink>
      ),
    queued: ({ entry }) => (entry.result ? undefined : <></>),
    failed: ({ entry }) => (entry.result ? undefined : <></>),
  },
}
