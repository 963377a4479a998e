'use client'

import { useEffect, type ComponentProps } from 'react'

/** The page reloads when a person returns to it after this time, because its link is valid for ten minutes. */
const freshMs = 4 * 60 * 1000

/** A link to the operator's own site. It is a plain link, because a phone opens the operator's app only from one. */
export function SiteLink({ children, ...rest }: ComponentProps<'a'>) {
  useEffect(() => {
    const openedAt = Date.now()
    const refresh = () => {
      // The time of day, because `performance.now()` can stop while a device sleeps. It may be set back meanwhile.
      if (document.visibilityState === 'visible' && Math.abs(Date.now() - openedAt) > freshMs) location.reload()
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [])
  return <a {...rest}>{children}</a>
}
