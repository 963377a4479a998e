'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { maxSearchLength } from '@/lib/console/typed-text'
import { CompactField, HiddenFields } from './find-row'

export function FindForm({
  path,
  button,
  value,
  searchParams = {},
  ...field
}: Omit<ComponentProps<typeof CompactField>, 'value' | 'name' | 'maxLength'> & {
  path: Route
  button: string
  value: string
  searchParams?: SearchParams
}) {
  return (
    <QueryForm path={path} current={value} button={button}>
      <HiddenFields params={searchParams} without={['find', 'page', 'after']} />
      <CompactField className="w-72 grow" {...field} name="find" maxLength={maxSearchLength} defaultValue={value} />
    </QueryForm>
  )
}

/** @param current - the query that the page shows. A change, for example by Back, resets the fields. */
export function QueryForm({
  path,
  current,
  button,
  busyLabel,
  children,
}: {
  path: Route
  current: string
  button: string
  busyLabel?: string
  children: ReactNode
}) {
  const t = useConsoleTexts()
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
    event.preventDefault()
    if (isPending) return
    const fields = [...new FormData(event.currentTarget)].filter((field) => typeof field[1] === 'string')
    const url = pageUrl(path, Object.fromEntries(fields) as Record<string, string>)
    startTransition(() => router.push(url, { scroll: false }))
  }

  return (
    // No autocomplete, because on Back the browser would restore values that the page does not show.
    <form ref={form} action={path} autoComplete="off" onSubmit={submit} className="flex flex-wrap items-center gap-2">
      {children}
      <button type="submit" className="action" aria-disabled={isPending || undefined}>
        {isPending ? (busyLabel ?? t('controls.loading')) : button}
      </button>
    </form>
  )
}
