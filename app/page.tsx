import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { config } from '@/lib/config'
import { requestTexts } from '@/lib/messages/request'
import { brand } from '@/lib/skin'

/** The start page. It tells users who come here directly where to begin. */
export default async function HomePage() {
  const t = await requestTexts()
  return (
    <Card title={brand().name}>
      <p>{t('home.text')}</p>
      <a href={config().service.profileUrl} className={buttonClasses('primary')}>
        {t('home.profileLink')}
      </a>
    </Card>
  )
}
