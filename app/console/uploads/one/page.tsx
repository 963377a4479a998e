import type { Metadata } from 'next'
import { findBatch, type Batch } from '@/lib/console/batches'
import { Badge } from '@/components/console/badge'
import { UnknownPage } from '@/components/console/unknown-page'
import { ConsolePage, Section } from '@/components/console/console-page'
import { Details } from '@/components/console/details'
import { Identifier } from '@/components/console/identifier'
import { EmptyState } from '@/components/console/notices'
import { Time } from '@/components/console/time'
import { Link } from '@/components/ui/link'
import { requireViewer } from '@/lib/auth/user'
import { oneUrl } from '@/lib/console/page-url'
import { readId } from '@/lib/console/query'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { serviceText } from '@/lib/service'
import { nullIfUnavailable, type ListEntry } from '@/lib/store'

type Props = PageProps<'/console/uploads/one'>

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: consoleTexts()('uploads.batch.title', { id: serviceText(readId(await props.searchParams)) ?? '' }) }
}

/** The interface has no read of a batch, so these are the app's own data. */
export default async function BatchPage(props: Props) {
  const id = readId(await props.searchParams)
  await requireViewer(oneUrl('uploads', id))
  const batch = await nullIfUnavailable(() => findBatch(id))
  if (batch === undefined) return <UnknownPage />
  const t = consoleTexts()
  return (
    <ConsolePage
      title={t('uploads.batch.heading')}
      intro={t('uploads.batch.info')}
      actions={
        <p className="flex gap-x-4 text-sm">
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

export function BatchDetails({ batch: { at, entry } }: { batch: ListEntry<Batch> }) {
  const t = consoleTexts()
  const { bytes, count } = consoleFormats()
  const { result } = entry
  return (
    <Section title={<bdi>{serviceText(entry.fileName)}</bdi>}>
      <Details
        fields={{
          [t('uploads.batches.columns.batch_id')]: result ? (
            <Identifier value={result.id} what={t('uploads.batches.ids.batch_id')} isWhole />
          ) : (
            <>
              <Badge tone="warning">{t('uploads.batches.unclear')}</Badge> {t('uploads.batch.unclear')}
            </>
          ),
          [t('uploads.batches.columns.queued')]: result && count(result.queued),
          [t('uploads.batches.columns.failed')]: result && (
            <>
              <span>{count(result.failed)}</span> {result.failed > 0 && <span>{t('uploads.batch.failed')}</span>}
            </>
          ),
          [t('uploads.batches.columns.sent_at')]: <Time time={at} />,
          [t('uploads.batches.columns.sent_by')]: <bdi>{serviceText(entry.by)}</bdi>,
          [t('uploads.batches.columns.size_bytes')]: bytes(entry.sizeBytes),
          [t('uploads.batch.credential')]: t(`uploads.batch.${entry.credential}`),
          [t('uploads.batch.sha256')]: <Identifier value={entry.sha256} what={t('uploads.batch.sha256')} isWhole />,
        }}
      />
    </Section>
  )
}
