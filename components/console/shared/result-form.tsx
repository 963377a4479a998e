'use client'

import { useRouter } from 'next/navigation'
import { useActionState, useEffect, type ReactNode } from 'react'
import { useFormStatus } from 'react-dom'
import type { AlertTone } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { FocusedAlert } from '@/components/ui/focused'

/** The result of an action, in texts of the console. */
export interface ActionResult {
  tone: AlertTone
  title: string
  text?: string
}

/** An action that returns its result. The first argument is the previous result. */
export type ResultAction = (previous: ActionResult | null, form: FormData) => Promise<ActionResult | null>

/**
 * A form that shows the result of its action above it. The result is never in a URL, because anyone can make a URL.
 * Without scripts the browser posts the form, and the server responds with this page.
 */
export function ResultForm({ action, children }: { action: ResultAction; children: ReactNode }) {
  const [result, submit, isPending] = useActionState(action, null)
  const router = useRouter()
  // The rest of the page shows the changed data.
  useEffect(() => {
    if (result) router.refresh()
  }, [result, router])
  return (
    <>
      {result && !isPending && (
        <FocusedAlert tone={result.tone} title={result.title}>
          {result.text && <p>{result.text}</p>}
        </FocusedAlert>
      )}
      <form action={submit} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {children}
      </form>
    </>
  )
}

/** One of several buttons of a form. The action gets the pressed button's value in the field `name`. */
export function ResultButton({
  name,
  value,
  label,
  busyLabel,
}: {
  name: string
  value: string
  label: string
  busyLabel: string
}) {
  const { pending, data } = useFormStatus()
  const isBusy = pending && data.get(name) === value
  return (
    <Button
      type="submit"
      look="quiet"
      isBusy={isBusy}
      name={name}
      value={value}
      onClick={(event) => {
        if (pending) event.preventDefault()
      }}
    >
      {isBusy ? busyLabel : label}
    </Button>
  )
}
