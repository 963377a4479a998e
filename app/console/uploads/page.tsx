import type { Metadata } from 'next'
import { ConsolePage } from '@/components/console/shared/console-page'
import { BatchList } from '@/components/console/uploads/batch-list'
import { BatchUpload } from '@/components/console/uploads/batch-upload'
import { TextsProvider } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { knownForDays, listBatches, maxBatches } from '@/lib/console/uploads/batches'
import { consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'

export function generateMetadata(): Metadata {
  return { title: consoleTexts()('layout.pages.uploads') }
}

/** Batch uploads ("Upload a task batch CSV"). The work is done in the browser, and in the route handler `app/console/uploads/file/route.ts`. */
export default async function UploadsPage() {
  await requireOperator('/console/uploads')
  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.pages.uploads')} intro={t('uploads.intro')}>
      <div className="hidden noscript:block">
        <Alert tone="warning" title={t('uploads.noScript.title')}>
          <p>{t('uploads.noScript.text')}</p>
        </Alert>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 noscript:hidden">
        <TextsProvider {...consoleTextsForBrowser('uploadForm', 'problems')}>
          <BatchUpload expectedColumns={config().taskBatchColumns} />
        </TextsProvider>
      </div>
      <BatchList {...await listBatches()} maxBatches={maxBatches} knownForDays={knownForDays} />
    </ConsolePage>
  )
}
