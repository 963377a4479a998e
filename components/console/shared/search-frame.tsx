'use client'

import { useEffect, useRef, type ReactNode } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Search } from '@/lib/console/shared/search'
import { formatDuration } from '@/lib/format'
import { announce } from '@/components/ui/announcer'
import { Note } from './note'
import { ProgressBar } from './progress-bar'
import { ServiceProblem } from './service-problem'

/**
 * The progress of a search, its result, and a button to search again. Screen readers announce pauses and the end, but
 * not each page. It needs the texts of the groups `search` and `problems`.
 *
 * @param progress - a name for the bar, and the progress as text.
 * @param summary - the result after the end.
 * @param notes - remarks about the result.
 * @param start - searches again.
 * @param stop - ends the search. Without it, the button waits.
 * @param children - the results.
 */
export function SearchFrame({
  search: { state, searched, total, problem, pauseSeconds },
  progress,
  summary,
  notes,
  start,
  stop,
  children,
}: {
  search: Search<unknown>
  progress: { label: string; text: string }
  summary: string | null
  notes: readonly (string | false | null)[]
  start: () => void
  stop: (() => void) | undefined
  children: ReactNode
}) {
  const t = useConsoleTexts()
  const outcome = useRef<HTMLDivElement>(null)
  const isSearching = state === 'searching'
  const pause = isSearching && pauseSeconds !== null && t('search.pausing', { duration: formatDuration(pauseSeconds) })
  const announcement = isSearching ? pause : summary

  useEffect(() => {
    if (announcement) announce(announcement)
  }, [announcement])

  function press(action: () => void) {
    action()
    // React removes the button, which would lose the focus.
    outcome.current?.focus()
  }

  return (
    <div ref={outcome} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
      {isSearching ? (
        <div className="grid gap-2">
          <ProgressBar
            label={progress.label}
            value={total === null ? null : searched}
            max={Math.max(total ?? 0, searched)}
          />
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="text-muted tabular-nums">{progress.text}</p>
            <Button look="quiet" disabled={!stop} onClick={() => stop && press(stop)}>
              {t('search.stop')}
            </Button>
          </div>
        </div>
      ) : (
        summary && <p className="font-semibold">{summary}</p>
      )}
      {[pause, ...notes].map((note) => note && <Note key={note}>{note}</Note>)}
      {problem && <ServiceProblem problem={problem} t={t} />}
      {state === 'broken' && (
        <Alert tone="danger" title={t('search.interrupted.title')}>
          <p>{t('search.interrupted.text')}</p>
        </Alert>
      )}
      {(state === 'stopped' || state === 'failed' || state === 'broken') && (
        <p>
          <Button onClick={() => press(start)}>{t('search.again')}</Button>
        </p>
      )}
      {children}
    </div>
  )
}
