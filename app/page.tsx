import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { config } from '@/lib/config'
import { commonMessages } from '@/lib/messages/common'

/** The start page: whoever comes here by themselves is told where connecting begins. */
export default function HomePage() {
  const { title, text, profileLink } = commonMessages.home
  return (
    <Card title={title}>
      <p>{text}</p>
      <a href={config().service.profileUrl} className={buttonClasses('primary')}>
        {profileLink}
      </a>
    </Card>
  )
}
