'use client'

import { useActionState, useEffect, useRef, useState, useTransition, type FormEvent, type Ref } from 'react'
import { handleActionError } from '@/components/action-error'
import { useTimeZone } from '@/components/console/shared/time'
import { useConsoleTexts } from '@/components/texts'
import { Alert, type AlertTone } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { KeyCheckState, KeyCheckVerdict } from '@/lib/console/key-check'
import { formatTime } from '@/lib/format'

const notChecked: KeyCheckState = { kind: 'not_checked' }

/** The result from the server, or that the server could not be reached. */
type ShownState = KeyCheckState | { kind: 'offline' }

/**
 * A button that checks the key, and the result below the row. Without scripts the browser posts the form, and the
 * server responds with this page.
 */
export function KeyCheck({ check }: { check: (previous: KeyCheckState) => Promise<KeyCheckState> }) {
  const t = useConsoleTexts()
  const [posted, postAction] = useActionState(check, notChecked)
  const [sent, setSent] = useState<ShownState | null>(null)
  const [isPending, startTransition] = useTransition()
  const resultRef = useRef<HTMLDivElement>(null)

  // Moves the focus to the result, also after a post without scripts.
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
        <Button type="submit" isBusy={isPending}>
          {isPending ? t('keyCheck.busy') : t('keyCheck.button')}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isPending && t('keyCheck.status')}
        </p>
      </form>
      <div className="col-span-full empty:hidden">
        <Verdict ref={resultRef} state={shown} />
      </div>
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
  const t = useConsoleTexts()
  const timeZone = useTimeZone()
  switch (state.kind) {
    case 'not_checked':
      return null
    case 'offline':
      return (
        <Alert ref={ref} tone="warning" title={t('keyCheck.offline.title')}>
          <p>{t('keyCheck.offline.text')}</p>
        </Alert>
      )
    case 'checked': {
      const { verdict, answer, message, retryAfterSeconds: seconds } = state.result
      const time = formatTime(state.checkedAt, timeZone)
      return (
        <Alert ref={ref} tone={tones[verdict]} title={t(`keyCheck.${verdict}.title`)}>
          <p>
            <span>{t(`keyCheck.${verdict}.text`)}</span>{' '}
            {seconds !== undefined && <span>{t('keyCheck.retryAfter', { seconds })}</span>}
          </p>
          {message !== null && (
            <p className="wrap-anywhere">
              {t('keyCheck.serviceSays')} <q lang="en">{message}</q>
            </p>
          )}
          <p className="text-sm text-muted">
            {answer === undefined
              ? t('keyCheck.checkedAt', { time })
              : t('keyCheck.checkedAtStatus', { time, status: answer })}
          </p>
        </Alert>
      )
    }
  }
}
