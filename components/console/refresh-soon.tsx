'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'
import { canReachApp } from './can-reach-app'

/** The pause between two renders. It adds little, because the server waits up to a second when it renders the page. */
const restMs = 300
/** The pause while the browser cannot reach this app. */
const retryMs = 3_000

/** Makes the server render the page repeatedly while this component is on it. */
export function RefreshSoon() {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  useEffect(() => {
    if (isPending) return undefined
    let timer: ReturnType<typeof setTimeout>
    let hasEnded = false
    const refreshIn = (ms: number) => {
      timer = setTimeout(() => void refresh(), ms)
    }
    async function refresh() {
      const isReachable = await canReachApp()
      if (hasEnded) return
      if (isReachable) startTransition(() => router.refresh())
      else refreshIn(retryMs)
    }
    refreshIn(restMs)
    return () => {
      hasEnded = true
      clearTimeout(timer)
    }
  }, [isPending, router])
  return null
}
