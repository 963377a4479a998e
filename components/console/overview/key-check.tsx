'use client'

import { useActionState, useEffect, useRef, useState, useTransition, type FormEvent, type Ref } from 'react'
import { handleActionError } from '@/components/action-error'
import { Alert, type AlertTone } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { KeyCheckState, KeyCheckVerdict } from '@/lib/console/overview/key-check'
import { formatTime } from '@/lib/format'
import { consoleMessages } from '@/lib/messages/console'
import { overviewMessages } from '@/lib/messages/console-overview'

const messages = overviewMessages.keyCheck
const notChecked: KeyCheckState = { kind: 'not_checked' }

/** What the page shows: the result from the server, or that the server could not be reached. */
type ShownState = KeyCheckState | { kind: 'offline' }

/** A button that checks the key, and the result. Without scripts the form is posted, and the response is this page. */
export function KeyCheck({ check }: { check: (previous: KeyCheckState) => Promise<KeyCheckState> }) {
  const [posted, postAction] = useActionState(check, notChecked)
  const [sent, setSent] = useState<ShownState | null>(null)
  const [isPending, startTransition] = useTransition()
  const resultRef = useRef<HTMLDivElement>(null)

  // Moves the focus to the result, also after the form was posted without scripts.
  const shown = isPending ? notChecked : (sent ?? posted)
  useEffect(() => {
    if (shown.kind !== 'not_checked') resultRef.current?.focus()
  }, [shown])

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    startTransition(async () => {
      try {
        setSent(await check(notChecked))
      } catch (error) {
        handleActionError(error)
        setSent({ kind: 'offline' })
      }
    })
  }

  return (
    <>
      <form action={postAction} onSubmit={send} className="flex flex-wrap items-center gap-4">
        <Button type="submit" look="primary" isBusy={isPending}>
          {isPending ? messages.busy : messages.button}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isPending && messages.status}
        </p>
      </form>
      <Verdict ref={resultRef} state={shown} />
    </>
  )
}

const tones: Record<KeyCheckVerdict, AlertTone> = {
  fine: 'success',
  bad_request: 'danger',
  unauthenticated: 'danger',
  forbidden: 'danger',
  rate_limited: 'warning',
  server_error: 'warning',
  redirect: 'danger',
  not_the_service: 'danger',
  unexpected: 'danger',
  unreachable: 'danger',
  timed_out: 'warning',
  users_first: 'warning',
}

function Verdict({ ref, state }: { ref: Ref<HTMLDivElement>; state: ShownState }) {
  switch (state.kind) {
    case 'not_checked':
      return null
    case 'offline':
      return (
        <Alert ref={ref} tone="warning" title={messages.offline.title}>
          <p>{messages.offline.text}</p>
        </Alert>
      )
    case 'checked': {
      const { verdict, status, message, retryAfterSeconds } = state.result
      const { title, text } = messages.verdicts[verdict]
      return (
        <Alert ref={ref} tone={tones[verdict]} title={title}>
          <p>
            {text} {retryAfterSeconds !== undefined && consoleMessages.retryAfter(retryAfterSeconds)}
          </p>
          {message !== null && (
            <p className="wrap-anywhere">
              {consoleMessages.serviceSays} <q>{message}</q>
            </p>
          )}
          <p className="text-sm text-muted">{messages.answeredAt(formatTime(state.checkedAt), status)}</p>
        </Alert>
      )
    }
  }
}
