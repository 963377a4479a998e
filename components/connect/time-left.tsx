import type { UserTexts } from '@/lib/messages/user-texts'
import { LinkClock } from './link-clock'

/**
 * The time until which a link is valid. At its end the page reloads and shows that, with or without JavaScript.
 *
 * @param props.endsAt - milliseconds since the epoch.
 */
export function TimeLeft({ t, seconds, endsAt }: { t: UserTexts; seconds: number; endsAt: number }) {
  return (
    <>
      {/* Without scripts the browser's time zone is unknown. */}
      <p className="hidden text-center text-sm text-muted noscript:block">
        {t('confirm.minutesLeft', { minutes: Math.floor(seconds / 60) })}
      </p>
      <noscript>
        <meta httpEquiv="refresh" content={String(seconds + 1)} />
      </noscript>
      <div className="min-h-5 text-center text-sm text-muted noscript:hidden">
        <LinkClock seconds={seconds} endsAt={endsAt} />
      </div>
    </>
  )
}
