import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { UserTexts } from '@/lib/messages/user-texts'

/** The content of an unknown page. */
export function NotFound({ t }: { t: UserTexts }) {
  return (
    <Card area="site" title={t('notFound.title')}>
      <p>{t('notFound.text')}</p>
      {/* eslint-disable-next-line nextjs/no-html-link-for-pages -- every page would load Next's link for it */}
      <a href="/" className={buttonClasses('secondary')}>
        {t('notFound.homeLink')}
      </a>
    </Card>
  )
}
