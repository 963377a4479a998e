'use client'

import { createContext, use, useEffect, useEffectEvent, useRef, useState, type ReactNode, type Ref } from 'react'

const SendingContext = createContext(false)

/** Reports whether the browser is sending the form around this component. */
export function useIsSending(): boolean {
  return use(SendingContext)
}

/**
 * A form of a server action that the browser itself posts, even with JavaScript. The browser then follows any redirect
 * byte for byte, and a page of an older build still reaches a newer one. Both fail if Next's script posts the form.
 *
 * The form must be part of a server-rendered document, because only its HTML has the fields that name the action. So no
 * script may navigate to its page. A second press does nothing while the browser sends the first one.
 */
export function NativeForm({
  action,
  beforeSend,
  ref,
  children,
  ...rest
}: {
  action: (form: FormData) => Promise<void>
  /** Called at each press, before the form is sent. `preventDefault()` stops it. */
  beforeSend?: (event: SubmitEvent) => void
  ref?: Ref<HTMLFormElement>
  id?: string
  className?: string
  noValidate?: boolean
  children: ReactNode
}) {
  const formRef = useRef<HTMLFormElement>(null)
  const isSendingNow = useRef(false)
  const [isSending, setIsSending] = useState(false)

  const onSubmit = useEffectEvent((event: SubmitEvent) => {
    // React listens above the form, and would post it by script.
    event.stopPropagation()
    if (isSendingNow.current) return event.preventDefault()
    beforeSend?.(event)
    if (event.defaultPrevented) return
    isSendingNow.current = true
    setIsSending(true)
  })

  useEffect(() => {
    const form = formRef.current
    if (!form) return
    // Without these fields the post would fail. A script has navigated to the page, so the document must be loaded.
    if (!form.querySelector('input[name^="$ACTION_"]')) window.location.reload()
    const listener = (event: SubmitEvent) => onSubmit(event)
    // A page from the browser's back/forward cache still has its form in the sending state.
    const reload = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    form.addEventListener('submit', listener)
    // For tests: from now on the script handles presses first.
    form.dataset.watched = ''
    window.addEventListener('pageshow', reload)
    return () => {
      form.removeEventListener('submit', listener)
      window.removeEventListener('pageshow', reload)
    }
  }, [])

  const setRefs = (form: HTMLFormElement | null) => {
    formRef.current = form
    if (typeof ref === 'function') ref(form)
    else if (ref) ref.current = form
  }

  return (
    <form {...rest} ref={setRefs} action={action}>
      <SendingContext value={isSending}>{children}</SendingContext>
    </form>
  )
}
