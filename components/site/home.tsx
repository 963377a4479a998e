import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Marks, type MarkPair } from '@/components/ui/marks'
import type { UserTexts } from '@/lib/messages/user-texts'

export function Home({ t, marks, profileUrl }: { t: UserTexts; marks: MarkPair; profileUrl: string }) {
  return (
    <Card area="site" title={marks.site.name} lead={<Marks of={marks} />}>
      <p>{t('home.text')}</p>
      <a href={profileUrl} className={buttonClasses('primary')}>
        {t('home.profileLink')}
      </a>
    </Card>
  )
}
