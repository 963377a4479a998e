import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { UserTexts } from '@/lib/messages/user-texts'

export function Home({ t, name, profileUrl }: { t: UserTexts; name: string; profileUrl: string }) {
  return (
    <Card area="site" title={name}>
      <p>{t('home.text')}</p>
      <a href={profileUrl} className={buttonClasses('primary')}>
        {t('home.profileLink')}
      </a>
    </Card>
  )
}
