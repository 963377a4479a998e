'use client'

import type { Route } from 'next'
import { createContext, use, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { HiddenFields } from '@/components/console/find-row'
import { Time } from '@/components/console/time'
import { useRefresh } from '@/components/console/use-refresh'
import { useConsoleTexts } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { announce } from '@/components/ui/announcer'
import { Button } from '@/components/ui/button'
import type { SearchParams } from '@/lib/console/page-url'
import { formatDuration } from '@/lib/format'

const everySeconds = 30
const checkEveryMs = 1000
const ageEveryMs = 5000

function useNewRefreshing() {
  const [isPressed, setIsPressed] = useState(false)
  const [isPaused, setIsPaused] = useState(false)
  /** By this browser's clock, in milliseconds since the epoch. Null without data. */
  const [updatedAt, setUpdatedAt] = useState<number | null>(null)
  return { ...useRefresh(), isPressed, setIsPressed, isPaused, setIsPaused, updatedAt, setUpdatedAt }
}
type Refreshing = ReturnType<typeof useNewRefreshing>

const RefreshContext = createContext<Refreshing | null>(null)

export function RefreshProvider({ children }: { children: ReactNode }) {
  return <RefreshContext value={useNewRefreshing()}>{children}</RefreshContext>
}

const useRefreshing = () => use(RefreshContext) as Refreshing

export function RefreshControls({ searchParams }: { searchParams: SearchParams }) {
  const t = useConsoleTexts()
  const { refresh, isBusy, isPressed, setIsPressed, isPaused, setIsPaused, updatedAt } = useRefreshing()
  const [now, setNow] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ageEveryMs)
    return () => clearInterval(timer)
  }, [])
  const isShownBusy = isPressed && isBusy
  return (
    <>
      <p className="flex flex-wrap gap-x-2 text-sm text-muted tabular-nums">
        {updatedAt !== null && (
          <span>{t('taskRuns.refresh.updated', { age: formatDuration(Math.max(now - updatedAt, 0) / 1000) })}</span>
        )}
        <span>{isPaused ? t('taskRuns.refresh.paused') : t('taskRuns.refresh.every', { seconds: everySeconds })}</span>
      </p>
      <form
        action="/console/task-runs"
        onSubmit={(event) => {
          event.preventDefault()
          setIsPressed(true)
          void refresh()
        }}
      >
        <HiddenFields params={searchParams} />
        <Button type="submit" isBusy={isShownBusy} className="min-h-9 px-3 py-0 text-sm">
          {isShownBusy ? t('taskRuns.refresh.refreshing') : t('taskRuns.refresh.now')}
        </Button>
      </form>
      <Button className="min-h-9 px-3 py-0 text-sm" onClick={() => setIsPaused(!isPaused)}>
        {isPaused ? t('taskRuns.refresh.resume') : t('taskRuns.refresh.pause')}
      </Button>
    </>
  )
}

/** If a refresh fails, the last content stays below the problem. `readAt`: when the server tried, in ISO 8601. */
export function RefreshedContent({
  url,
  readAt,
  failure,
  children,
}: {
  url: Route
  readAt: string
  failure: { explained: ReactNode; retryAfterSeconds: number | undefined } | null
  children: ReactNode
}) {
  const t = useConsoleTexts()
  const refreshing = useRefreshing()
  const { setUpdatedAt, isBusy, isPressed, setIsPressed, isPaused, isUnreachable } = refreshing
  const [last, setLast] = useState<{ url: Route; readAt: string; content: ReactNode } | null>(null)
  if (failure === null && last?.readAt !== readAt) setLast({ url, readAt, content: children })
  // The page must not show the content of another query.
  const shown = failure === null ? { readAt, content: children } : last?.url === url ? last : null
  const waitSeconds = Math.max(failure?.retryAfterSeconds ?? 0, everySeconds)
  useTimer(waitSeconds * 1000, refreshing)

  const hasFailed = failure !== null || isUnreachable
  const shownReadAt = shown?.readAt
  useEffect(() => setUpdatedAt(shownReadAt === undefined ? null : Date.now()), [setUpdatedAt, shownReadAt])
  useEffect(() => {
    if (isBusy || !isPressed) return
    // Only after a press of the button, because an announcement every 30 seconds would disturb.
    announce(t(hasFailed ? 'taskRuns.refresh.failed' : 'taskRuns.refresh.done'))
    setIsPressed(false)
  }, [isBusy, isPressed, setIsPressed, hasFailed, t])

  const age = shown && (
    <p>
      <strong>
        {t('taskRuns.refresh.old')} <Time time={shown.readAt} />.
      </strong>{' '}
      <span>
        {isPaused ? t('taskRuns.refresh.againWhenAsked') : t('taskRuns.refresh.again', { seconds: waitSeconds })}
      </span>
    </p>
  )
  return (
    <>
      {isUnreachable ? (
        <Alert tone="danger" title={t('taskRuns.refresh.unreachable.title')}>
          <p>{t('taskRuns.refresh.unreachable.text')}</p>
          {age}
        </Alert>
      ) : (
        failure && (
          <>
            {/* No link that tries again beside old content, because it would reload the page and lose the content. */}
            {shown ? failure.explained : children}
            {age}
          </>
        )
      )}
      {shown && <div className="list">{shown.content}</div>}
    </>
  )
}

function useTimer(waitMs: number, { isBusy, isPaused, refresh }: Refreshing): void {
  const endedAt = useRef(0)
  const runIfDue = useEffectEvent(() => {
    const isDue = performance.now() >= endedAt.current + waitMs
    if (isDue && !isPaused && document.visibilityState === 'visible') void refresh()
  })
  useEffect(() => {
    if (!isBusy) endedAt.current = performance.now()
  }, [isBusy])
  useEffect(() => {
    const timer = setInterval(runIfDue, checkEveryMs)
    return () => clearInterval(timer)
  }, [])
}
