import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { BatchDetails } from '@/app/console/uploads/batch-details'
import { findBatch } from '@/app/console/uploads/batches'
import { batchPath } from '@/app/console/uploads/protocol'
import { ConsolePage } from '@/components/console/console-page'
import { EmptyState } from '@/components/console/notices'
import { Link } from '@/components/ui/link'
import { requireViewer } from '@/lib/auth/user'
import { consoleTexts } from '@/lib/skin/texts'
import { serviceText } from '@/lib/service'

type Props = PageProps<'/console/uploads/[batchId]'>

/** Next does not decode the segment. */
const idOf = async ({ params }: Props) => decodeURIComponent((await params).batchId)

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: consoleTexts()('uploads.batch.title', { id: serviceText(await idOf(props)) ?? '' }) }
}

/** Shows the stored data of one batch. The interface has no operation that returns the state of a batch. */
export default async function BatchPage(props: Props) {
  const id = await idOf(props)
  await requireViewer(batchPath(id))
  const batch = await findBatch(id)
  if (batch === undefined) notFound()
  const t = consoleTexts()
  return (
    <ConsolePage
      title={t('uploads.batch.heading')}
      intro={t('uploads.batch.info')}
      actions={
        <p className="flex gap-x-4">
          <Link href="/console/uploads">{t('uploads.batch.all')}</Link>
          <Link href="/console/task-runs">{t('uploads.batch.taskRuns')}</Link>
        </p>
      }
    >
      {batch === null ? (
        <EmptyState title={t('uploads.batches.away')}>
          <p>{t('shared.storeAway')}</p>
        </EmptyState>
      ) : (
        <BatchDetails batch={batch} />
      )}
    </ConsolePage>
  )
}
