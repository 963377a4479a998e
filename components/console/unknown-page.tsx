import { notFound } from 'next/navigation'
import { ConsolePage } from './console-page'
import { buttonClasses } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { setPageStatus } from '@/lib/request/context'
import { consoleTexts } from '@/lib/skin/texts'

/** The content of an unknown URL of the console, in its frame. Render it before the page waits for anything late. */
export function UnknownPage() {
  // Next's own page for that has no frame, and is empty without scripts.
  if (!setPageStatus(404)) notFound()
  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.unknown.title')} intro={t('layout.unknown.text')}>
      <Link href="/console" className={`${buttonClasses('secondary')} justify-self-start`}>
        {t('layout.unknown.home')}
      </Link>
    </ConsolePage>
  )
}
