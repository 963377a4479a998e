'use client'

import type { Route } from 'next'
import { useEffect } from 'react'
import { announce } from '@/components/console/shared/announcer'
import { ProgressBar } from '@/components/console/shared/progress-bar'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import type { Search } from '@/lib/console/balances/search'
import { formatDuration } from '@/lib/format'
import { consoleMessages } from '@/lib/messages/console'
import { balanceMessages } from '@/lib/messages/console-balances'
import { FoundBalances } from './found'

const messages = balanceMessages.find

/**
 * The progress and the results of a search. Screen readers hear of results and of the end, but not of each
 * page that was read.
 *
 * @param retryUrl - the URL of the page with this search, for a link that tries again.
 */
export function SearchOutcome({
  search,
  searchText,
  rows,
  retryUrl,
}: {
  search: Search
  searchText: string
  rows: number
  retryUrl: Route
}) {
  const { state, hits, problem, pauseSeconds, change, unreadable } = search
  const isSearching = state === 'searching'
  const summary = summaryOf(search)
  const pause = isSearching && pauseSeconds !== null && messages.pausing(formatDuration(pauseSeconds))
  const announcement = isSearching ? pause || (hits.length > 0 && messages.hitsSoFar(hits.length)) : summary

  useEffect(() => {
    if (announcement) announce(announcement)
  }, [announcement])

  return (
    <>
      {isSearching ? <Progress search={search} /> : summary && <p className="font-semibold">{summary}</p>}
      {pause && <p className="border-l-4 border-warning pl-3">{pause}</p>}
      {change && <p className="border-l-4 border-warning pl-3">{messages.changed(change)}</p>}
      {unreadable > 0 && <p className="border-l-4 border-warning pl-3">{messages.unreadable(unreadable)}</p>}
      {state === 'whole' && hits.length === 0 && <p className="text-muted">{messages.notFound}</p>}
      {state === 'part' && <p className="text-muted">{messages.partAdvice}</p>}
      {problem && <ServiceProblem problem={problem} retryUrl={retryUrl} />}
      {state === 'broken' && (
        <Alert tone="danger" title={messages.broken.title}>
          <p>{messages.broken.text}</p>
          <a href={retryUrl} className={`${buttonClasses('secondary')} justify-self-start`}>
            {consoleMessages.retry}
          </a>
        </Alert>
      )}
      <FoundBalances hits={hits} searchText={searchText} rows={rows} />
    </>
  )
}

function Progress({ search: { searched, total, hits } }: { search: Search }) {
  return (
    <div className="grid gap-2">
      <ProgressBar
        label={messages.progressLabel}
        value={total === null ? null : searched}
        max={Math.max(total ?? 0, searched)}
      />
      <p className="text-muted tabular-nums">
        {total === null
          ? messages.starting
          : `${messages.progress(searched, total)}. ${messages.hitsSoFar(hits.length)}.`}
      </p>
    </div>
  )
}

/** The result of the search in a sentence; null if it goes on, or if an alert says it. */
function summaryOf({ state, searched, total, hits }: Search): string | null {
  switch (state) {
    case 'searching':
      return null
    case 'whole':
      return messages.whole(hits.length, searched)
    case 'part':
      return messages.part(hits.length, searched, total ?? searched)
    case 'stopped':
      return total === null ? messages.stoppedAtOnce : messages.stopped(hits.length, searched, total)
    case 'failed':
    case 'broken':
      return total === null ? null : messages.part(hits.length, searched, total)
  }
}
