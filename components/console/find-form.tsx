'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { classNames } from '@/components/ui/class-names'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { maxSearchLength } from '@/lib/console/typed-text'
import { CompactField, HiddenFields } from './find-row'

export function FindForm({
  path,
  value,
  searchParams = {},
  ...field
}: Omit<ComponentProps<typeof CompactField>, 'value' | 'name' | 'maxLength'> & {
  path: Route
  value: string
  searchParams?: SearchParams
}) {
  return (
    <QueryForm path={path} current={value}>
      <HiddenFields params={searchParams} without={['find', 'page', 'after']} />
      <CompactField className="w-72 grow" {...field} name="find" maxLength={maxSearchLength} defaultValue={value} />
    </QueryForm>
  )
}

const typingMs = 400

/**
 * @param current - the query that the page shows. A change, for example by Back, resets the fields.
 * @param isInstant - a change in the fields submits them, without a press.
 */
export function QueryForm({
  path,
  current,
  button,
  busyLabel,
  isInstant = false,
  children,
}: {
  path: Route
  current: string
  button?: string
  busyLabel?: string
  isInstant?: boolean
  children: ReactNode
}) {
  const t = useConsoleTexts()
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(current)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    // The user may have typed on meanwhile.
    if (!isInstant || !form.current?.contains(document.activeElement)) form.current?.reset()
  }, [current, isInstant])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending && !isInstant) return
    clearTimeout(timer.current)
    const url = pageUrl(path, Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>)
    startTransition(() => router[isInstant ? 'replace' : 'push'](url, { scroll: false }))
  }

  function submitSoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => form.current?.requestSubmit(), typingMs)
  }

  return (
    // No autocomplete, because on Back the browser would restore values that the page does not show.
    <form
      ref={form}
      action={path}
      autoComplete="off"
      onSubmit={submit}
      onChange={isInstant ? submitSoon : undefined}
      className="flex flex-wrap items-center gap-2"
    >
      {children}
      <button
        type="submit"
        className={classNames('action', isInstant && 'hidden! noscript:inline-flex!')}
        aria-disabled={isPending || undefined}
      >
        {isPending ? (busyLabel ?? t('controls.loading')) : (button ?? t('controls.filter'))}
      </button>
    </form>
  )
}
