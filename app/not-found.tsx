import type { Metadata } from 'next'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { requestTexts } from '@/lib/messages/request'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestTexts())('notFound.title') }
}

export default async function NotFoundPage() {
  const t = await requestTexts()
  return (
    <Card title={t('notFound.title')}>
      <p>{t('notFound.text')}</p>
      {/* eslint-disable-next-line nextjs/no-html-link-for-pages -- a link of Next would be loaded with every page */}
      <a href="/" className={buttonClasses('secondary')}>
        {t('notFound.homeLink')}
      </a>
    </Card>
  )
}
