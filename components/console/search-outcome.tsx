'use client'

import type { Route } from 'next'
import { useEffect } from 'react'
import { announce } from '@/components/console/announcer'
import { FoundBalances } from '@/components/console/found-balances'
import { ServiceProblem } from '@/components/console/service-problem'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import type { Search } from '@/lib/console/search'
import { consoleMessages } from '@/lib/messages/console'
import { balanceMessages } from '@/lib/messages/console-balances'

const messages = balanceMessages.find

/**
 * How far a search has come, and what it has found. A screen reader is told of hits and of the end, and
 * is spared the pages between them.
 *
 * @param retryAddress - the page with the search, to be made once more.
 */
export function SearchOutcome({
  search,
  sought,
  rows,
  retryAddress,
}: {
  search: Search
  sought: string
  rows: number
  retryAddress: Route
}) {
  const { state, hits, problem } = search
  const isSearching = state === 'searching'
  const summary = summaryOf(search)
  const heard = isSearching ? hits.length > 0 && messages.hitsSoFar(hits.length) : summary

  useEffect(() => {
    if (heard) announce(heard)
  }, [heard])

  return (
    <>
      {isSearching ? <Progress search={search} /> : summary && <p className="font-semibold">{summary}</p>}
      {state === 'whole' && hits.length === 0 && <p className="text-muted">{messages.notFound}</p>}
      {state === 'part' && <p className="text-muted">{messages.partAdvice}</p>}
      {problem && <ServiceProblem problem={problem} retryAddress={retryAddress} />}
      {state === 'broken' && (
        <Alert tone="danger" title={messages.broken.title}>
          <p>{messages.broken.text}</p>
          <a href={retryAddress} className={`${buttonClasses('secondary')} justify-self-start`}>
            {consoleMessages.retry}
          </a>
        </Alert>
      )}
      <FoundBalances hits={hits} sought={sought} rows={rows} />
    </>
  )
}

/** The browser's own bar takes no color of the skin in every browser, so it is drawn anew in each. */
const progressClasses =
  'h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent'

function Progress({ search: { searched, total, hits } }: { search: Search }) {
  return (
    <div className="grid gap-2">
      <progress
        aria-label={messages.progressLabel}
        // Without a value it shows that something goes on, and not how far it is.
        {...(total === null ? {} : { value: searched, max: Math.max(total, searched, 1) })}
        className={progressClasses}
      />
      <p className="text-muted tabular-nums">
        {total === null
          ? messages.starting
          : `${messages.progress(searched, total)}. ${messages.hitsSoFar(hits.length)}.`}
      </p>
    </div>
  )
}

/** What the search came to, in a sentence; none where an alert says it. */
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
