import type { Metadata } from 'next'
import { connection } from 'next/server'
import { notFound } from 'next/navigation'
import { ConsolePage } from '@/components/console/console-page'
import { TextLink } from '@/components/console/links'
import { requireViewer } from '@/lib/auth/user'
import { setPageStatus } from '@/lib/request/context'
import { consoleTexts } from '@/lib/skin/texts'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  return { title: consoleTexts()('layout.unknown.title') }
}

/** The page of an unknown URL of the console, which `next.config.mjs` rewrites to this one. */
export default async function UnknownPage() {
  await requireViewer('/console/unknown')
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
