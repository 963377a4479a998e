import type { Metadata } from 'next'
import { Contrasts } from '@/components/console/preview/contrasts'
import { Gallery } from '@/components/console/preview/gallery'
import { PreviewChoice } from '@/components/console/preview/preview-choice'
import { ConsolePage } from '@/components/console/shared/console-page'
import { requireViewer } from '@/lib/auth/user'
import { readPreviewQuery } from '@/lib/console/preview/query'
import { pageUrl } from '@/lib/console/shared/page-url'
import { consoleTexts } from '@/lib/skin/texts'
import { skin } from '@/lib/skin'
import { contrastsOf } from '@/lib/skin/contrast'

export function generateMetadata(): Metadata {
  return { title: consoleTexts()('layout.pages.preview') }
}

/** Shows every page state that users can see, in this deployment's skin. */
export default async function PreviewPage(props: PageProps<'/console/preview'>) {
  const searchParams = await props.searchParams
  await requireViewer(pageUrl('/console/preview', searchParams))
  const { languages, schemes, tokens } = skin()
  const query = readPreviewQuery(searchParams, { languages, schemes })
  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.pages.preview')} info={<p>{t('preview.info')}</p>}>
      <PreviewChoice query={query} languages={languages} schemes={schemes} />
      <Contrasts contrasts={contrastsOf({ schemes, tokens })} />
      <Gallery query={query} />
    </ConsolePage>
  )
}
