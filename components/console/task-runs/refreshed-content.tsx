'use client'

import type { Route } from 'next'
import { use, useEffect, useState, type ReactNode } from 'react'
import { Time } from '@/components/console/shared/time'
import { useConsoleTexts } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { RefreshContext } from './refresh'
import { refreshEverySeconds } from './refresh-seconds'
import { useAutoRefresh } from './use-auto-refresh'

/** The max wait that the service can request: 24 days, the limit of a timer. */
const maxWaitSeconds = 24 * 24 * 60 * 60

/** The last content that the server read, and its URL. */
interface LastContent {
  url: Route
  readAt: string
  content: ReactNode
}

/** The reason why the data could not be read, rendered by the server. */
export interface Failure {
  explained: ReactNode
  /** The explanation with a link that reloads the page. */
  explainedWithRetry: ReactNode
  /** The wait that the service requests. */
  retryAfterSeconds: number | undefined
}

/**
 * Makes the server render the page again every 30 seconds. React updates the rows in place and keeps the focus, the
 * selection and the scroll position.
 *
 * If a refresh fails, the last content stays, with the problem and the time of the last read above it. People who watch
 * the list during an outage need the rows, and must know that they are old.
 *
 * @param url - the URL of the page, with its query.
 * @param readAt - when the server read the data, or failed to. ISO 8601.
 * @param failure - null if `children` has the new content.
 */
export function RefreshedContent({
  url,
  readAt,
  failure,
  children,
}: {
  url: Route
  readAt: string
  failure: Failure | null
  children: ReactNode
}) {
  const t = useConsoleTexts()
  const { refresh, isBusy, isPaused, isUnreachable, noteRead } = use(RefreshContext)
  const [last, setLast] = useState<LastContent | null>(null)
  if (failure === null && last?.readAt !== readAt) setLast({ url, readAt, content: children })
  // The page must not show the content of another query.
  const stale = failure !== null && last?.url === url ? last : null
  const shownReadAt = failure === null ? readAt : stale?.readAt

  const hasFailed = failure !== null
  useEffect(() => noteRead(hasFailed, shownReadAt), [noteRead, hasFailed, shownReadAt])

  const waitSeconds = Math.min(Math.max(failure?.retryAfterSeconds ?? 0, refreshEverySeconds), maxWaitSeconds)
  useAutoRefresh({ everyMs: waitSeconds * 1000, isBusy, isPaused, refresh: () => void refresh() })

  const again = isPaused ? t('taskRunsRefresh.againWhenAsked') : t('taskRunsRefresh.again', { seconds: waitSeconds })
  const age = shownReadAt !== undefined && (
    <p>
      <strong>
        {t('taskRunsRefresh.old')} <Time time={shownReadAt} />.
      </strong>{' '}
      {again}
    </p>
  )
  return (
    <>
      {isUnreachable ? (
        <Alert tone="danger" title={t('taskRunsRefresh.unreachable.title')}>
          <p>{t('taskRunsRefresh.unreachable.text')}</p>
          {age}
        </Alert>
      ) : (
        failure && (
          <>
            {/* No retry link while old content is shown, because it would reload the page and lose the content. */}
            {stale ? failure.explained : failure.explainedWithRetry}
            {age}
          </>
        )
      )}
      {failure === null ? children : stale?.content}
    </>
  )
}
