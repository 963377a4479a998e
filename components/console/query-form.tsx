'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition, type FormEvent, type ReactNode } from 'react'
import { pageUrl } from '@/lib/console/page-url'

/**
 * A form whose fields become the query of the URL, so that Back, a reload and a shared link work. It navigates within
 * the app, or as a plain form without scripts.
 *
 * @param current - identifies the query that the page shows. A change, for example by Back, resets the fields.
 * @param onSubmit - can prevent the submission with `preventDefault()`.
 * @param children - a function whose argument says whether the next page is loading.
 */
export function QueryForm({
  path,
  current,
  onSubmit,
  className,
  children,
}: {
  path: Route
  current: string
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  className?: string
  children: (isPending: boolean) => ReactNode
}) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(current)

  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    form.current?.reset()
  }, [current])

  function submit(event: FormEvent<HTMLFormElement>) {
    onSubmit?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    if (isPending) return
    const fields = [...new FormData(event.currentTarget)].filter((field) => typeof field[1] === 'string')
    const url = pageUrl(path, Object.fromEntries(fields) as Record<string, string>)
    startTransition(() => router.push(url, { scroll: false }))
  }

  return (
    // No autocomplete, because on Back the browser would restore values that the page does not show.
    <form
      ref={form}
      action={path}
      autoComplete="off"
      onSubmit={submit}
      noValidate={onSubmit !== undefined}
      className={className}
    >
      {children(isPending)}
    </form>
  )
}
