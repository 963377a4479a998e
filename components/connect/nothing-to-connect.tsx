import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { connectMessages } from '@/lib/messages/connect'

/** The page where no connect request is held: used, ended, cancelled, or never opened here. */
export function NothingToConnect({ profileUrl, isCancelled }: { profileUrl: string; isCancelled: boolean }) {
  const { title, text, cancelled, next, profileLink } = connectMessages.nothingToConnect
  return (
    <Card title={title}>
      <p role={isCancelled ? 'status' : undefined}>{isCancelled ? cancelled : text}</p>
      <p>{next}</p>
      <a href={profileUrl} className={buttonClasses('primary')}>
        {profileLink}
      </a>
    </Card>
  )
}
