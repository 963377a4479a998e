import { Badge } from '@/components/console/badge'
import { Detail, Details } from '@/components/console/details'
import { Identifier } from '@/components/console/identifier'
import { Time } from '@/components/console/time'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { serviceText } from '@/lib/service'
import type { ListEntry } from '@/lib/store'
import type { Batch } from './batches'

/** All stored data of a batch. */
export function BatchDetails({ batch: { at, entry } }: { batch: ListEntry<Batch> }) {
  const t = consoleTexts()
  const { bytes, count } = consoleFormats()
  const { result, credential } = entry
  return (
    <Details>
      <Detail name={t('uploads.batches.columns.batch_id')}>
        {result ? (
          <Identifier value={result.id} what={t('uploads.batches.ids.batch_id')} isWhole />
        ) : (
          <>
            <Badge tone="warning">{t('uploads.batches.unclear')}</Badge> {t('uploads.batch.unclear')}
          </>
        )}
      </Detail>
      {result && (
        <>
          <Detail name={t('uploads.batches.columns.queued')}>{count(result.queued)}</Detail>
          <Detail name={t('uploads.batches.columns.failed')}>
            <span>{count(result.failed)}</span> {result.failed > 0 && <span>{t('uploads.batch.failed')}</span>}
          </Detail>
        </>
      )}
      <Detail name={t('uploads.batches.columns.sent_at')}>
        <Time time={at} />
      </Detail>
      <Detail name={t('uploads.batches.columns.sent_by')}>{serviceText(entry.by)}</Detail>
      <Detail name={t('uploads.batches.columns.file_name')}>
        <bdi className="wrap-anywhere">{serviceText(entry.fileName)}</bdi>
      </Detail>
      <Detail name={t('uploads.batches.columns.size_bytes')}>{bytes(entry.sizeBytes)}</Detail>
      <Detail name={t('uploads.batch.credential')}>
        {t(credential === undefined ? 'uploads.batch.unknown' : `uploads.batch.${credential}`)}
      </Detail>
      <Detail name={t('uploads.batch.sha256')}>
        <Identifier value={entry.sha256} what={t('uploads.batch.sha256')} isWhole />
      </Detail>
    </Details>
  )
}
