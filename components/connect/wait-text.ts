import type { ReactNode } from 'react'
import type { UserTexts } from '@/lib/messages/user-texts'

/** Returns the time to wait, in seconds up to two minutes, then in minutes. */
export function waitText(t: UserTexts, what: 'turnIn' | 'pressIn', seconds: number): ReactNode {
  return seconds > 120
    ? t(`wait.${what}Minutes`, { minutes: Math.ceil(seconds / 60) })
    : t(`wait.${what}Seconds`, { seconds })
}
