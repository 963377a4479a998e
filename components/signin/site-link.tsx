'use client'

import { useEffect, type ComponentProps } from 'react'

/** After this time, the page reloads when a person returns, because its link is valid for ten minutes. */
const freshMs = 4 * 60 * 1000

/** To the operator's own site. A plain link, because a phone opens the operator's app only from one. */
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
