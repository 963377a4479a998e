import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { config } from '@/lib/config'
import { commonMessages } from '@/lib/messages/common'

/** The start page. It tells users who come here directly where to begin. */
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
