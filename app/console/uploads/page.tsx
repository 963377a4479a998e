import type { Metadata } from 'next'
import { ConsolePage, Section } from '@/components/console/console-page'
import { ExportMenu } from '@/components/console/export-menu'
import { TextsProvider } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { readQuery } from '@/lib/console/query'
import { readList } from '@/lib/console/read'
import { pageUrl } from '@/lib/console/page-url'
import { consoleFormats, consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { store } from '@/lib/store'
import { BatchList } from './batch-list'
import { knownForDays, maxBatches } from './batches'
import { batches } from './list'
import { UploadForm } from './upload-form'

export function generateMetadata(): Metadata {
  return { title: consoleTexts()('layout.pages.uploads') }
}

/**
 * Batch uploads ("Upload a task batch CSV"). The upload itself runs in the browser and in the route handler
 * `app/console/uploads/file/route.ts`.
 */
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
      count={count === undefined ? undefined : consoleFormats().count(count)}
      intro={t('uploads.intro')}
      actions={isOperator && Boolean(count) && <ExportMenu path="/console/uploads/export" />}
    >
      {isOperator ? (
        <>
          <div className="hidden noscript:block">
            <Alert tone="warning" title={t('uploads.noScript.title')}>
              <p>{t('uploads.noScript.text')}</p>
            </Alert>
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] noscript:hidden">
            <Section title={t('uploads.upload')}>
              <TextsProvider {...consoleTextsForBrowser('uploads.form', 'problems')}>
                <UploadForm expectedColumns={taskBatchColumns} />
              </TextsProvider>
              <p className="text-muted">
                <span>{t('uploads.columns')}</span>{' '}
                {taskBatchColumns.length === 0 && <span>{t('uploads.noExample')}</span>}
              </p>
              <p className="text-muted">{t('uploads.limits')}</p>
            </Section>
          </div>
        </>
      ) : (
        <p>{t('uploads.viewer')}</p>
      )}
      <BatchList read={read} query={query} />
      <p className="text-muted">
        {t(store().isShared ? 'uploads.batches.keptShared' : 'uploads.batches.keptInProcess', { max: maxBatches })}{' '}
        {t('uploads.batches.twice', { days: knownForDays })}
      </p>
    </ConsolePage>
  )
}
