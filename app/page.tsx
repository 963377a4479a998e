import { Marks } from '@/components/site/marks'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { config } from '@/lib/config'
import { requestBrand, requestTexts } from '@/lib/skin/texts'

/** The page for users who open the site directly. */
export default async function HomePage() {
  const t = await requestTexts()
  return (
    <Card area="site" title={(await requestBrand()).name} lead={<Marks />}>
      <p>{t('home.text')}</p>
      <a href={config().service.profileUrl} className={buttonClasses('primary')}>
        {t('home.profileLink')}
      </a>
    </Card>
  )
}
