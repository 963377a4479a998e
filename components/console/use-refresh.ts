'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState, useTransition } from 'react'
import { flushSync } from 'react-dom'

/** The pause between two renders. It adds little, because the server waits up to a second when it renders the page. */
const restMs = 300
/** The pause while the browser cannot reach this app. */
const retryMs = 3_000

const reachTimeoutMs = 10_000

export function useRefresh(): { refresh: () => Promise<void>; isBusy: boolean; isUnreachable: boolean } {
  const router = useRouter()
  const [isChecking, setIsChecking] = useState(false)
  const [isRendering, startTransition] = useTransition()
  const [isUnreachable, setIsUnreachable] = useState(false)
  const isBusy = isChecking || isRendering

  async function refresh() {
    if (isBusy) return
    // Outside of the transition, because React would hold back each navigation until the check has ended. Rendered at
    // once: if a check failed before React renders its start, nothing would change, and no timer would start again.
    flushSync(() => setIsChecking(true))
    const isReachable = await canReachApp()
    setIsChecking(false)
    setIsUnreachable(!isReachable)
    if (isReachable) startTransition(() => router.refresh())
  }
  return { refresh, isBusy, isUnreachable }
}

/** Next navigates if a refresh fails in the network. The browser's error page would then end the refreshes. */
async function canReachApp(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(reachTimeoutMs)
    return (await fetch('/api/health', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

/** Makes the server render the page repeatedly while this component is on it. */
export function RefreshSoon() {
  const { refresh, isBusy, isUnreachable } = useRefresh()
  const run = useEffectEvent(() => void refresh())
  useEffect(() => {
    if (isBusy) return undefined
    const timer = setTimeout(run, isUnreachable ? retryMs : restMs)
    return () => clearTimeout(timer)
  }, [isBusy, isUnreachable])
  return null
}
