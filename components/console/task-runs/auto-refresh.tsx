'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState, useTransition, type FormEvent, type ReactNode } from 'react'
import { announce } from '@/components/ui/announcer'
import { useConsoleTexts } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { pageUrl } from '@/lib/console/shared/page-url'
import { formatTime } from '@/lib/format'
import { useAutoRefresh } from './use-auto-refresh'

const everySeconds = 30
/** What the service asks to wait is waited, however long: a timer cannot be set for longer than 24 days. */
const maxWaitSeconds = 24 * 24 * 60 * 60
const reachTimeoutMs = 10_000

/** The last content that was read, and its URL. */
interface LastContent {
  url: Route
  readAt: string
  content: ReactNode
}

/** Why the data could not be read, as the server renders it. */
export interface Failure {
  explained: ReactNode
  /** The same, with a link that loads the page again. */
  explainedWithRetry: ReactNode
  /** How long the service asks to wait. */
  retryAfterSeconds: number | undefined
}

/**
 * Lets the server render the page again every 30 seconds. React updates the rows in place, so nothing flickers,
 * and focus, selection and scrolling stay.
 *
 * If a refresh fails, the last content stays, with the problem and the time of the last read above it. People
 * who watch the list during an outage need the rows, and need to know that they are old.
 *
 * @param searchParams - the query of the page.
 * @param readAt - when the server read the data, or failed to. ISO 8601.
 * @param failure - null if `children` has the new content.
 */
export function AutoRefresh({
  path,
  searchParams,
  readAt,
  failure,
  children,
}: {
  path: Route
  searchParams: Record<string, string | undefined>
  readAt: string
  failure: Failure | null
  children: ReactNode
}) {
  const t = useConsoleTexts()
  const url = pageUrl(path, searchParams)
  const [last, setLast] = useState<LastContent | null>(null)
  if (failure === null && last?.readAt !== readAt) setLast({ url, readAt, content: children })
  // The content of another query must not be shown.
  const stale = failure !== null && last?.url === url ? last : null
  const shownReadAt = failure === null ? readAt : stale?.readAt

  const [isPaused, setIsPaused] = useState(false)
  const { refresh, isBusy, isPressed, isUnreachable } = useRefresh(failure !== null)
  const waitSeconds = Math.min(Math.max(failure?.retryAfterSeconds ?? 0, everySeconds), maxWaitSeconds)
  useAutoRefresh({ everyMs: waitSeconds * 1000, isBusy, isPaused, refresh: () => void refresh() })

  function press(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void refresh({ isPressed: true })
  }

  const again = isPaused ? t('taskRunsRefresh.againWhenAsked') : t('taskRunsRefresh.again', { seconds: waitSeconds })
  const age = shownReadAt !== undefined && (
    <p>
      <strong>
        {t('taskRunsRefresh.old')} <time dateTime={shownReadAt}>{formatTime(shownReadAt)}</time>.
      </strong>{' '}
      {again}
    </p>
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-sm text-muted tabular-nums">
          {shownReadAt !== undefined && (
            <>
              {t('taskRunsRefresh.updated')} <time dateTime={shownReadAt}>{formatTime(shownReadAt)}</time>.{' '}
            </>
          )}
          <span className="noscript:hidden">
            {isPaused ? t('taskRunsRefresh.paused') : t('taskRunsRefresh.every', { seconds: everySeconds })}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <form action={path} onSubmit={press}>
            {Object.entries(searchParams).map(
              ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
            )}
            <Button type="submit" isBusy={isPressed}>
              {isPressed ? t('taskRunsRefresh.refreshing') : t('taskRunsRefresh.now')}
            </Button>
          </form>
          <Button className="noscript:hidden" onClick={() => setIsPaused(!isPaused)}>
            {isPaused ? t('taskRunsRefresh.resume') : t('taskRunsRefresh.pause')}
          </Button>
        </div>
      </div>
      {isUnreachable ? (
        <Alert tone="danger" title={t('taskRunsRefresh.unreachable.title')}>
          <p>{t('taskRunsRefresh.unreachable.text')}</p>
          {age}
        </Alert>
      ) : (
        failure && (
          <>
            {/* No link to try again while old content is shown: it would reload the page, and the button above keeps it. */}
            {stale ? failure.explained : failure.explainedWithRetry}
            {age}
          </>
        )
      )}
      {failure === null ? children : stale?.content}
    </>
  )
}

/** Refreshes by the timer or the button, and tells how it went. */
function useRefresh(hasFailed: boolean) {
  const t = useConsoleTexts()
  const router = useRouter()
  const [isChecking, setIsChecking] = useState(false)
  const [isRendering, startTransition] = useTransition()
  const [isPressed, setIsPressed] = useState(false)
  const [isUnreachable, setIsUnreachable] = useState(false)
  const isBusy = isChecking || isRendering
  const wasBusy = useRef(false)

  useEffect(() => {
    if (wasBusy.current && !isBusy && isPressed) {
      // Only after a press of the button: an announcement every 30 seconds would be unbearable.
      announce(t(hasFailed || isUnreachable ? 'taskRunsRefresh.failed' : 'taskRunsRefresh.done'))
      setIsPressed(false)
    }
    wasBusy.current = isBusy
  }, [isBusy, isPressed, hasFailed, isUnreachable, t])

  async function refresh({ isPressed = false } = {}) {
    if (isPressed) setIsPressed(true)
    if (isBusy) return
    setIsChecking(true)
    const isReachable = await canReachApp()
    setIsChecking(false)
    setIsUnreachable(!isReachable)
    if (isReachable) startTransition(() => router.refresh())
  }

  return { refresh, isBusy, isPressed: isPressed && isBusy, isUnreachable }
}

/**
 * Whether this app can be reached. If a refresh fails in the network, Next navigates with the browser instead.
 * On a laptop without a connection, or while the server restarts, the browser's error page would replace the
 * list, and nothing would refresh it any more.
 */
async function canReachApp(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(reachTimeoutMs)
    return (await fetch('/api/health', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}
