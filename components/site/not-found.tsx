import Link from 'next/link'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { UserTexts } from '@/lib/messages/keys'

/** What an unknown page shows. */
export function NotFound({ t }: { t: UserTexts }) {
  return (
    <Card title={t('notFound.title')}>
      <p>{t('notFound.text')}</p>
      <Link href="/" prefetch={false} className={buttonClasses('secondary')}>
        {t('notFound.homeLink')}
      </Link>
    </Card>
  )
}
