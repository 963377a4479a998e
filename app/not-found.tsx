import type { Metadata } from 'next'
import { Marks } from '@/components/site/marks'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { directionOf } from '@/lib/messages/language'
import { requestLanguage, requestTexts } from '@/lib/skin/texts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestTexts()).plain('notFound.title') }
}

export default async function NotFoundPage() {
  const language = await requestLanguage()
  const t = await requestTexts()
  return (
    // Another language than the console around it.
    <div lang={language} dir={directionOf(language)}>
      <Card area="site" title={t('notFound.title')} lead={<Marks tone="ended" />}>
        <p>{t('notFound.text')}</p>
        {/* eslint-disable-next-line nextjs/no-html-link-for-pages -- every page would load Next's link for it */}
        <a href="/" className={buttonClasses('secondary')}>
          {t('notFound.homeLink')}
        </a>
      </Card>
    </div>
  )
}
