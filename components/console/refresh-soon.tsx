'use client'

import { useEffect, useEffectEvent } from 'react'
import { useRefresh } from './use-refresh'

/** The pause between two renders. It adds little, because the server waits up to a second when it renders the page. */
const restMs = 300
/** The pause while the browser cannot reach this app. */
const retryMs = 3_000

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
