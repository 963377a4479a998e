'use client'

import { useRouter } from 'next/navigation'
import { createContext, useCallback, useEffect, useMemo, useRef, useState, useTransition, type ReactNode } from 'react'
import { canReachApp } from '@/components/console/shared/can-reach-app'
import { useConsoleTexts } from '@/components/texts'
import { announce } from '@/components/ui/announcer'

/** The state that the buttons in the head of the page and its content share. */
interface Refreshing {
  /** Called by the timer, or by a press of the button. */
  refresh: (options?: { isPressed?: boolean }) => Promise<void>
  isBusy: boolean
  /** Whether a press started the running refresh. */
  isPressed: boolean
  /** Whether the last refresh did not reach this app. */
  isUnreachable: boolean
  isPaused: boolean
  setIsPaused: (isPaused: boolean) => void
  /**
   * The time at which this browser got the shown data, in milliseconds since the epoch. Null if the page shows no data.
   */
  updatedAt: number | null
  /**
   * Called by the content with whether its last read failed, and when the server read the shown data. Undefined if the
   * page shows no data.
   */
  noteRead: (hasFailed: boolean, shownReadAt: string | undefined) => void
}

const nothing = () => {}

export const RefreshContext = createContext<Refreshing>({
  refresh: async () => {},
  isBusy: false,
  isPressed: false,
  isUnreachable: false,
  isPaused: false,
  setIsPaused: nothing,
  updatedAt: null,
  noteRead: nothing,
})

/** Wraps a page that refreshes. The server renders it again, and React updates the changes in place. */
export function RefreshProvider({ children }: { children: ReactNode }) {
  const t = useConsoleTexts()
  const router = useRouter()
  const [isChecking, setIsChecking] = useState(false)
  const [isRendering, startTransition] = useTransition()
  const [isPressed, setIsPressed] = useState(false)
  const [isUnreachable, setIsUnreachable] = useState(false)
  const [isPaused, setIsPaused] = useState(false)
  const [updated, setUpdated] = useState<{ readAt: string; at: number } | null>(null)
  const updatedAt = updated && updated.at
  const isBusy = isChecking || isRendering
  const wasBusy = useRef(false)
  const hasFailed = useRef(false)

  const noteRead = useCallback<Refreshing['noteRead']>((failed, readAt) => {
    hasFailed.current = failed
    // By this browser's clock, because the server's may differ.
    const at = Date.now()
    setUpdated((before) => {
      if (readAt === undefined) return null
      return before?.readAt === readAt ? before : { readAt, at }
    })
  }, [])

  // The effects of the content have run before this one.
  useEffect(() => {
    if (wasBusy.current && !isBusy && isPressed) {
      // Only after a press of the button, because an announcement every 30 seconds would disturb.
      announce(t(hasFailed.current || isUnreachable ? 'taskRunsRefresh.failed' : 'taskRunsRefresh.done'))
      setIsPressed(false)
    }
    wasBusy.current = isBusy
  }, [isBusy, isPressed, isUnreachable, t])

  const refresh = useCallback<Refreshing['refresh']>(
    async ({ isPressed = false } = {}) => {
      if (isPressed) setIsPressed(true)
      if (isBusy) return
      setIsChecking(true)
      const isReachable = await canReachApp()
      setIsChecking(false)
      setIsUnreachable(!isReachable)
      if (isReachable) startTransition(() => router.refresh())
    },
    [isBusy, router],
  )

  const refreshing = useMemo(
    () => ({
      refresh,
      isBusy,
      isPressed: isPressed && isBusy,
      isUnreachable,
      isPaused,
      setIsPaused,
      updatedAt,
      noteRead,
    }),
    [refresh, isBusy, isPressed, isUnreachable, isPaused, updatedAt, noteRead],
  )
  return <RefreshContext value={refreshing}>{children}</RefreshContext>
}
