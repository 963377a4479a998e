'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState, useTransition, type FormEvent, type ReactNode } from 'react'
import { announce } from '@/components/console/announcer'
import { ServiceProblem } from '@/components/console/service-problem'
import { useAutoRefresh } from '@/components/console/use-auto-refresh'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { addressWith } from '@/lib/console/address'
import type { Problem } from '@/lib/console/problem'
import { formatTime } from '@/lib/format'
import { taskRunMessages } from '@/lib/messages/console-task-runs'

const messages = taskRunMessages.refresh
const everySeconds = 30
/** A service that asks to wait for days is asked again sooner: it may have been a slip. */
const longestWaitSeconds = 60 * 60
const probeTimeoutMs = 10_000

/** What was read last, and for which address. */
interface Kept {
  address: Route
  readAt: string
  content: ReactNode
}

/**
 * Has the server render the page anew every 30 seconds, and puts the new in place of the old without a
 * flicker: rows are the same elements as before, so focus, selection and scrolling stay where they are.
 *
 * A refresh that fails takes nothing away. What was read last stays, with the problem and its age above
 * it: whoever watches the list through a disturbance needs the rows, and needs to know that they are old.
 *
 * @param search - the page's query.
 * @param readAt - when the server read, or failed to; ISO 8601.
 * @param problem - why it failed; null where `children` are what it has read.
 */
export function AutoRefresh({
  path,
  search,
  readAt,
  problem,
  children,
}: {
  path: Route
  search: Record<string, string | undefined>
  readAt: string
  problem: Problem | null
  children: ReactNode
}) {
  const address = addressWith(path, search)
  const [kept, setKept] = useState<Kept | null>(null)
  if (problem === null && kept?.readAt !== readAt) setKept({ address, readAt, content: children })
  // The rows of another filter would be worse than none.
  const old = problem !== null && kept?.address === address ? kept : null
  const shownReadAt = problem === null ? readAt : old?.readAt

  const [isPaused, setIsPaused] = useState(false)
  const { refresh, isBusy, isPressed, isUnreachable } = useRefresh(problem !== null)
  const waitSeconds = Math.min(Math.max(problem?.retryAfterSeconds ?? 0, everySeconds), longestWaitSeconds)
  useAutoRefresh({ everyMs: waitSeconds * 1000, isBusy, isPaused, refresh: () => void refresh() })

  function press(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void refresh({ isPressed: true })
  }

  const again = isPaused ? messages.againWhenAsked : messages.again(waitSeconds)
  const age = shownReadAt !== undefined && (
    <p>
      <strong>
        {messages.old} <time dateTime={shownReadAt}>{formatTime(shownReadAt)}</time>.
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
              {messages.updated} <time dateTime={shownReadAt}>{formatTime(shownReadAt)}</time>.{' '}
            </>
          )}
          <span className="noscript:hidden">{isPaused ? messages.paused : messages.every(everySeconds)}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <form action={path} onSubmit={press}>
            {Object.entries(search).map(
              ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
            )}
            <Button type="submit" isBusy={isPressed}>
              {isPressed ? messages.refreshing : messages.now}
            </Button>
          </form>
          <Button className="noscript:hidden" onClick={() => setIsPaused(!isPaused)}>
            {isPaused ? messages.resume : messages.pause}
          </Button>
        </div>
      </div>
      {isUnreachable ? (
        <Alert tone="danger" title={messages.unreachable.title}>
          <p>{messages.unreachable.text}</p>
          {age}
        </Alert>
      ) : (
        problem && (
          <>
            {/* The button above asks again without giving away what is kept. */}
            <ServiceProblem problem={problem} {...(old ? {} : { retryAddress: address })} />
            {age}
          </>
        )
      )}
      {problem === null ? children : old?.content}
    </>
  )
}

/** Refreshing, by the timer or by a press, and what came of it. */
function useRefresh(hasProblem: boolean) {
  const router = useRouter()
  const [isProbing, setIsProbing] = useState(false)
  const [isRendering, startTransition] = useTransition()
  const [isPressed, setIsPressed] = useState(false)
  const [isUnreachable, setIsUnreachable] = useState(false)
  const isBusy = isProbing || isRendering
  const wasBusy = useRef(false)

  useEffect(() => {
    if (wasBusy.current && !isBusy && isPressed) {
      // Only where somebody asked: a voice every half a minute would drive everybody away.
      announce(hasProblem || isUnreachable ? messages.failed : messages.done)
      setIsPressed(false)
    }
    wasBusy.current = isBusy
  }, [isBusy, isPressed, hasProblem, isUnreachable])

  async function refresh({ isPressed = false } = {}) {
    if (isPressed) setIsPressed(true)
    if (isBusy) return
    setIsProbing(true)
    const isReachable = await probe()
    setIsProbing(false)
    setIsUnreachable(!isReachable)
    if (isReachable) startTransition(() => router.refresh())
  }

  return { refresh, isBusy, isPressed: isPressed && isBusy, isUnreachable }
}

/**
 * Whether this app answers. Next follows up a refresh that does not get through with a navigation of the
 * browser: a laptop that wakes up offline, or a server that restarts, would put the browser's own error
 * page where the list was, from which nothing refreshes any more.
 */
async function probe(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeTimeoutMs)
    return (await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}
