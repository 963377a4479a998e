import type { Metadata } from 'next'
import { ConsolePage, Section } from '@/components/console/console-page'
import { ExportMenu } from '@/components/console/export-menu'
import { TextsProvider } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { pageUrl } from '@/lib/console/page-url'
import { consoleFormats, consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { BatchList } from './batch-list'
import { knownForDays, listBatches, maxBatches } from './batches'
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
  const { entries, isShared } = await listBatches()
  return (
    <ConsolePage
      title={t('layout.pages.uploads')}
      count={entries ? consoleFormats().count(entries.length) : undefined}
      intro={t('uploads.batches.what')}
      actions={isOperator && entries && entries.length > 0 && <ExportMenu path="/console/uploads/export" />}
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
      <BatchList entries={entries} searchParams={searchParams} />
      <p className="text-muted">
        {t(isShared ? 'uploads.batches.keptShared' : 'uploads.batches.keptInProcess', { max: maxBatches })}{' '}
        {t('uploads.batches.twice', { days: knownForDays })}
      </p>
    </ConsolePage>
  )
}
