'use client'

import { createContext, use, useEffect, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import type { FormAction } from './form-action'

const SendingContext = createContext(false)

// A page from the back/forward cache is still sending. The server has no `addEventListener`.
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

/** More than the app's 25 seconds for a press. */
const maxSendingMs = 30_000

export function useIsSending(): boolean {
  return use(SendingContext)
}

/**
 * A form of a server action that the browser itself posts, even with JavaScript. So the browser follows any redirect
 * byte for byte, and a page of an older build reaches a newer one. With Next's script, both fail. A second press does
 * nothing while the first one is sent.
 */
export function NativeForm({
  action,
  beforeSend,
  children,
  ...rest
}: Omit<ComponentProps<'form'>, 'action' | 'children' | 'onSubmit'> & {
  action: FormAction
  children: ReactNode | ((isSending: boolean) => ReactNode)
  /** At each press. `preventDefault()` stops it. */
  beforeSend?: (event: SubmitEvent) => void
}) {
  const [isSending, setIsSending] = useState(false)

  function handleSubmit({ nativeEvent }: FormEvent) {
    const event = nativeEvent as SubmitEvent
    if (isSending) return event.preventDefault()
    beforeSend?.(event)
    setIsSending(!event.defaultPrevented)
  }

  useEffect(() => {
    if (!isSending) return
    const end = () => setIsSending(false)
    // Chromium reports Stop. No browser reports an answer that is no page.
    const timer = setTimeout(end, maxSendingMs)
    window.navigation?.addEventListener('navigateerror', end, { once: true })
    return () => clearTimeout(timer)
  }, [isSending])

  return (
    // Next finds the action only in a multipart form.
    <form
      {...rest}
      method="post"
      encType="multipart/form-data"
      data-sending={isSending || undefined}
      onSubmit={handleSubmit}
    >
      <input type="hidden" name={action} />
      <SendingContext value={isSending}>
        {typeof children === 'function' ? children(isSending) : children}
      </SendingContext>
    </form>
  )
}
