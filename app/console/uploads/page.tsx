import { Badge } from '@/components/console/badge'
import { Section } from '@/components/console/console-page'
import { TextLink } from '@/components/console/links'
import { listPage, type ListParts } from '@/components/console/list'
import { TextsProvider } from '@/components/texts'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { batchIdOf, knownForDays, maxBatches, type Batch } from '@/lib/console/batches'
import { oneUrl } from '@/lib/console/page-url'
import { consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { store, type ListEntry } from '@/lib/store'
import { batches } from './list'
import { UploadForm } from './upload-form'

export const batchParts: ListParts<ListEntry<Batch>, object> = {
  isMarked: ({ entry: { result } }) => result === null || result.failed > 0,
  hasDetails: false,
  cells: {
    batch_id: (kept) =>
      kept.entry.result ? undefined : (
        <TextLink href={oneUrl('uploads', batchIdOf(kept))}>
          <Badge tone="warning">{consoleTexts()('uploads.unclear')}</Badge>
        </TextLink>
      ),
  },
}

const { Page, generateMetadata } = listPage(batches, {
  ...batchParts,
  title: () => consoleTexts()('layout.pages.uploads'),
  intro: () => consoleTexts()('uploads.intro'),
  filters: () => (
    <>
      <Upload />
      <h2 className="mt-2 font-semibold">{consoleTexts()('uploads.caption')}</h2>
    </>
  ),
  below() {
    const t = consoleTexts()
    return (
      <p className="footnote">
        {t(store().isShared ? 'uploads.keptShared' : 'uploads.keptInProcess', { max: maxBatches })}{' '}
        {t('uploads.twice', { days: knownForDays })}
      </p>
    )
  },
})

export { Page as default, generateMetadata }

async function Upload() {
  const t = consoleTexts()
  const { isOperator } = await requireViewer()
  if (!isOperator) return <p>{t('uploads.viewer')}</p>
  return (
    <Section title={t('uploads.upload')}>
      <TextsProvider {...consoleTextsForBrowser('uploads.form', 'problems')}>
        <UploadForm expectedColumns={config().taskBatchColumns} />
      </TextsProvider>
    </Section>
  )
}
