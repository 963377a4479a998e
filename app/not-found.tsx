import type { Metadata } from 'next'
import Link from 'next/link'
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
      <Link href="/" prefetch={false} className={buttonClasses('secondary')}>
        {t('notFound.homeLink')}
      </Link>
    </Card>
  )
}
