import { notFound } from 'next/navigation'
import { ConsolePage } from './console-page'
import { TextLink } from './links'
import { setPageStatus } from '@/lib/request/context'
import { consoleTexts } from '@/lib/skin/texts'

/** The content of an unknown URL of the console, in its frame. Render it before the page waits for anything late. */
export function UnknownPage() {
  // Next's own page for that has no frame, and is empty without scripts.
  if (!setPageStatus(404)) notFound()
  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.unknown.title')}>
      <p>
        {t('layout.unknown.text')} <TextLink href="/console">{t('layout.unknown.home')}</TextLink>
      </p>
    </ConsolePage>
  )
}
