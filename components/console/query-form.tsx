'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition, type FormEvent, type ReactNode } from 'react'
import { addressWith } from '@/lib/console/address'

/**
 * A form whose fields become the address's query, so that Back, a reload and a shared link all work. It
 * goes there within the page; without scripts the browser does it.
 *
 * @param current - the query that the page shows: its fields go back to that as it changes, by Back say.
 * @param onSubmit - may keep the form from being sent, by `preventDefault()`.
 * @param children - is told whether the answer is waited for.
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
    const address = addressWith(path, Object.fromEntries(fields) as Record<string, string>)
    startTransition(() => router.push(address, { scroll: false }))
  }

  return (
    // What a browser fills in again by itself as somebody comes back would not be what the page shows.
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
