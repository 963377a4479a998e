'use client'

import type { Route } from 'next'
import { use, useEffect, useState, type FormEvent } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { formatDuration } from '@/lib/format'
import { RefreshContext } from './refresh'

const ageEveryMs = 5000
const small = 'min-h-9 px-3 py-0 text-sm'

/** The age of the list, a button that refreshes it, and one that pauses the refresh. */
export function RefreshControls({
  path,
  searchParams,
}: {
  path: Route
  searchParams: Record<string, string | undefined>
}) {
  const t = useConsoleTexts()
  const { refresh, isPressed, isPaused, setIsPaused, updatedAt } = use(RefreshContext)
  const now = useNow(updatedAt)

  function press(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void refresh({ isPressed: true })
  }

  return (
    <>
      <p className="flex gap-x-2 text-sm text-muted tabular-nums noscript:hidden">
        {updatedAt !== null && (
          <span>{t('taskRunsRefresh.updated', { age: formatDuration((now - updatedAt) / 1000) })}</span>
        )}
        {isPaused && <span>{t('taskRunsRefresh.paused')}</span>}
      </p>
      {/* Without scripts, it reloads the page. */}
      <form action={path} onSubmit={press}>
        {Object.entries(searchParams).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Button type="submit" isBusy={isPressed} className={small}>
          {isPressed ? t('taskRunsRefresh.refreshing') : t('taskRunsRefresh.now')}
        </Button>
      </form>
      <Button className={`${small} noscript:hidden`} onClick={() => setIsPaused(!isPaused)}>
        {isPaused ? t('taskRunsRefresh.resume') : t('taskRunsRefresh.pause')}
      </Button>
    </>
  )
}

/** Returns the time of this browser's clock and updates it every few seconds. At first, it returns `start`. */
function useNow(start: number | null): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ageEveryMs)
    return () => clearInterval(timer)
  }, [])
  return Math.max(now, start ?? 0)
}
