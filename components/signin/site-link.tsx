'use client'

import { useEffect, type ReactNode } from 'react'
import { buttonClasses, type ButtonLook } from '@/components/ui/button'

/** When a person comes back to the page after this time, it reloads: its link is good for ten minutes. */
const freshMs = 4 * 60 * 1000

/** Leads to the operator's own site. A plain link: from it, a phone may open the operator's app. */
export function SiteLink({ href, look, label }: { href: string; look: ButtonLook; label: ReactNode }) {
  useEffect(() => {
    const openedAt = Date.now()
    const refresh = () => {
      if (document.visibilityState === 'visible' && Date.now() - openedAt > freshMs) location.reload()
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [])
  return (
    <a href={href} className={buttonClasses(look, true)}>
      {label}
    </a>
  )
}
