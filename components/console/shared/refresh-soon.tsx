'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useTransition } from 'react'
import { canReachApp } from './can-reach-app'

/** The server waits up to a second when it renders the page, so this adds little to it. */
const restMs = 300
/** The pause while this app cannot be reached. */
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
