import type { Metadata } from 'next'
import { findBatch, type Batch } from '@/lib/console/batches'
import { UnknownPage } from '@/components/console/unknown-page'
import { ConsolePage, Section } from '@/components/console/console-page'
import { Details } from '@/components/console/details'
import { Identifier } from '@/components/console/identifier'
import { EmptyState, Note } from '@/components/console/notices'
import { Time } from '@/components/console/time'
import { Link } from '@/components/ui/link'
import { requireViewer } from '@/lib/auth/user'
import { oneUrl } from '@/lib/console/page-url'
import { readId } from '@/lib/console/query'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { serviceText } from '@/lib/service'
import { nullIfUnavailable, type ListEntry } from '@/lib/store'

type Props = PageProps<'/console/uploads/one'>

const titleOf = (id: string) => consoleTexts()('uploads.batch.title', { id: serviceText(id) ?? '' })

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: titleOf(readId(await props.searchParams)) }
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
      title={<bdi>{serviceText(batch?.entry.fileName) ?? titleOf(id)}</bdi>}
      intro={
        <p className="links">
          <Link href="/console/uploads">{t('uploads.batch.all')}</Link>
          <Link href="/console/task-runs">{t('uploads.batch.taskRuns')}</Link>
        </p>
      }
    >
      {batch ? (
        <BatchDetails batch={batch} />
      ) : (
        <EmptyState title={t('uploads.away')}>
          <p>{t('shared.storeAway')}</p>
        </EmptyState>
      )}
      <p className="footnote">{t('uploads.batch.info')}</p>
    </ConsolePage>
  )
}

export function BatchDetails({ batch: { at, entry } }: { batch: ListEntry<Batch> }) {
  const t = consoleTexts()
  const { bytes, count } = consoleFormats()
  const { result, sha256 } = entry
  return (
    <Section label={t('uploads.batch.heading')}>
      <Details
        look="figures"
        fields={{
          [t('uploads.columns.queued')]: result && count(result.queued),
          [t('uploads.columns.failed')]: result && (
            <span className={result.failed > 0 ? 'text-warning' : undefined}>{count(result.failed)}</span>
          ),
        }}
      />
      {result?.failed !== 0 && <Note>{t(`uploads.batch.${result ? 'failed' : 'unclear'}`)}</Note>}
      <div className="border-t border-line pt-3">
        <Details
          fields={{
            [t('uploads.columns.batch_id')]: result && (
              <Identifier value={result.id} what={t('uploads.ids.batch_id')} isWhole />
            ),
            [t('uploads.columns.size_bytes')]: bytes(entry.sizeBytes),
            [t('uploads.columns.sent_at')]: <Time time={at} />,
            [t('uploads.columns.sent_by')]: <bdi>{serviceText(entry.by)}</bdi>,
            [t('uploads.batch.credential')]: t(`uploads.batch.${entry.credential}`),
            [t('uploads.batch.sha256')]: <Identifier value={sha256} what={t('uploads.batch.sha256')} isWhole />,
          }}
        />
      </div>
    </Section>
  )
}
