'use client'

import { useCallback, useEffect, useReducer, useRef } from 'react'
import { announce } from '@/components/console/shared/announcer'
import { followJsonLines } from '@/components/console/shared/follow-json-lines'
import { ProgressBar } from '@/components/console/shared/progress-bar'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { decimalText, sumOf } from '@/lib/console/conversions/decimal'
import type { UserBoltsMessage } from '@/lib/console/conversions/user-bolts'
import { initialUserBolts, userBoltsReducer, type UserBoltsSearch } from '@/lib/console/conversions/user-bolts-search'
import { pageUrl } from '@/lib/console/shared/page-url'
import { formatAmount, formatDuration } from '@/lib/format'
import { conversionMessages } from '@/lib/messages/console-conversions'
import { UserBoltsChart } from './user-bolts-chart'
import { UserSharesTable } from './user-shares-table'

const messages = conversionMessages.byUser
const note = 'border-l-4 border-warning pl-3'

/** Reads all conversions for one user, and shows what has been found so far. */
export function UserBolts({ user }: { user: string }) {
  const [search, dispatch] = useReducer(userBoltsReducer, initialUserBolts)
  const abortController = useRef<AbortController>(null)

  const begin = useCallback(() => {
    abortController.current?.abort()
    const controller = new AbortController()
    abortController.current = controller
    dispatch({ kind: 'started' })
    announce(messages.starting)
    const url = pageUrl('/console/conversions/by-user/find', {}, { user })
    void followJsonLines<UserBoltsMessage>(
      url,
      controller.signal,
      (event) => !controller.signal.aborted && dispatch(event),
    )
  }, [user])

  useEffect(() => {
    begin()
    return () => abortController.current?.abort()
  }, [begin])

  const outcome = outcomeOf(search)
  useEffect(() => {
    if (outcome) announce(outcome)
  }, [outcome])

  function stop() {
    abortController.current?.abort()
    dispatch({ kind: 'stopped' })
  }

  const { state, shares, problem, change, unreadable } = search
  return (
    <>
      {state === 'searching' ? <Progress search={search} onStop={stop} /> : <p className="font-semibold">{outcome}</p>}
      {change && <p className={note}>{messages.changed}</p>}
      {unreadable > 0 && <p className={note}>{messages.unreadable(unreadable)}</p>}
      {problem && <ServiceProblem problem={problem} />}
      {state === 'broken' && (
        <Alert tone="danger" title={messages.broken.title}>
          <p>{messages.broken.text}</p>
        </Alert>
      )}
      {state !== 'searching' && state !== 'whole' && (
        <p>
          <Button onClick={begin}>{messages.again}</Button>
        </p>
      )}
      <UserBoltsChart shares={shares} />
      <UserSharesTable shares={shares} />
    </>
  )
}

function Progress({
  search: { searched, total, pauseSeconds },
  onStop,
}: {
  search: UserBoltsSearch
  onStop: () => void
}) {
  return (
    <div className="grid gap-2">
      <ProgressBar
        label={messages.progressLabel}
        value={total === null ? null : searched}
        max={Math.max(total ?? 0, searched)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-muted tabular-nums">
          {total === null ? messages.starting : messages.progress(searched, total)}
        </p>
        <Button look="quiet" onClick={onStop}>
          {messages.stop}
        </Button>
      </div>
      {pauseSeconds !== null && <p className={note}>{messages.pausing(formatDuration(pauseSeconds))}</p>}
    </div>
  )
}

/** What has been found, once it is over; null until then. */
function outcomeOf({ state, shares, searched }: UserBoltsSearch): string | null {
  if (state === 'searching') return null
  const amounts = shares.flatMap(({ entry }) => ('unreadable' in entry ? [] : [entry.bolts_earned]))
  const bolts = formatAmount(decimalText(sumOf(amounts).value))
  return state === 'whole'
    ? messages.whole(shares.length, searched, bolts)
    : messages.part(shares.length, searched, bolts)
}
