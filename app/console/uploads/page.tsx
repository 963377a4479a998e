import type { Metadata } from 'next'
import { ConsolePage } from '@/components/console/shared/console-page'
import { BatchList } from '@/components/console/uploads/batch-list'
import { BatchUpload } from '@/components/console/uploads/batch-upload'
import { Alert } from '@/components/ui/alert'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { knownForDays, listBatches, maxBatches } from '@/lib/console/uploads/batches'
import { consoleMessages } from '@/lib/messages/console'
import { uploadMessages } from '@/lib/messages/console-uploads'

export const metadata: Metadata = { title: consoleMessages.pages.uploads }

/** Batch uploads ("Upload a task batch CSV"). The work is done in the browser, and in the route handler `app/console/uploads/file/route.ts`. */
export default async function UploadsPage() {
  await requireOperator('/console/uploads')
  const { title, text } = uploadMessages.noScript
  return (
    <ConsolePage title={consoleMessages.pages.uploads} intro={consoleMessages.intros.uploads}>
      <div className="hidden noscript:block">
        <Alert tone="warning" title={title}>
          <p>{text}</p>
        </Alert>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 noscript:hidden">
        <BatchUpload expectedColumns={config().taskBatchColumns} />
      </div>
      <BatchList {...await listBatches()} maxBatches={maxBatches} knownForDays={knownForDays} />
    </ConsolePage>
  )
}
