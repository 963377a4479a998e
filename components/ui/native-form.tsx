'use client'

import { createContext, use, useEffect, useEffectEvent, useRef, useState, type ReactNode, type Ref } from 'react'

const SendingContext = createContext(false)

/** Whether the form around this component is on its way. */
export function useIsSending(): boolean {
  return use(SendingContext)
}

/**
 * A form of a server action that the browser posts itself, with JavaScript too. The browser then follows the
 * redirect to wherever it leads, byte for byte, and a page of an older build still reaches a newer one: both
 * fail where Next's script posts the form.
 *
 * The form must have come with a document that the server rendered: the fields that name the action are a part
 * of its HTML alone. So nothing may navigate to its page by script. A second press does nothing while the
 * first one is under way.
 */
export function NativeForm({
  action,
  beforeSend,
  ref,
  children,
  ...rest
}: {
  action: (form: FormData) => Promise<void>
  /** Called at each press, before the form is sent. False, or `preventDefault()`, keeps it here. */
  beforeSend?: (event: SubmitEvent) => void
  ref?: Ref<HTMLFormElement>
  id?: string
  className?: string
  noValidate?: boolean
  children: ReactNode
}) {
  const own = useRef<HTMLFormElement>(null)
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
    const form = own.current
    if (!form) return
    // Without them the browser would post the form to nobody: the page came by script after all.
    if (!form.querySelector('input[name^="$ACTION_"]')) window.location.reload()
    const listener = (event: SubmitEvent) => onSubmit(event)
    // A page from the browser's cache shows what was, and its form is still on its way.
    const reload = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    form.addEventListener('submit', listener)
    // For tests: from now on a press is the script's to see first.
    form.dataset.watched = ''
    window.addEventListener('pageshow', reload)
    return () => {
      form.removeEventListener('submit', listener)
      window.removeEventListener('pageshow', reload)
    }
  }, [])

  const setRefs = (form: HTMLFormElement | null) => {
    own.current = form
    if (typeof ref === 'function') ref(form)
    else if (ref) ref.current = form
  }

  return (
    <form {...rest} ref={setRefs} action={action}>
      <SendingContext value={isSending}>{children}</SendingContext>
    </form>
  )
}
