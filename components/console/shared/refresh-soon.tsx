'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'

/** The server waits for up to a second as it renders the page, so this adds little to it. */
const restMs = 300

/** Has the server render the page again and again, for as long as this is on it. */
export function RefreshSoon() {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  useEffect(() => {
    if (isPending) return undefined
    const timer = setTimeout(() => startTransition(() => router.refresh()), restMs)
    return () => clearTimeout(timer)
  }, [isPending, router])
  return null
}
