'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { createContext, use, useTransition, type ComponentProps, type MouseEvent } from 'react'

const LoadingContext = createContext(false)

/** Whether the page behind the link around this component is loading. */
export function useIsLoading(): boolean {
  return use(LoadingContext)
}

/**
 * A link to another page of this app, which is followed without loading a new document. Nine tenths of Next's own link
 * are for prefetching, and a page of the console calls the service: this one has the rest, 3 KB less on each page.
 *
 * @param scroll - false: the page stays scrolled where it is.
 */
export function Link({
  href,
  scroll = true,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { href: Route; scroll?: boolean }) {
  const router = useRouter()
  const [isLoading, startTransition] = useTransition()

  function navigate(event: MouseEvent<HTMLAnchorElement>) {
    // With a key pressed, or another button, it is the browser's: a new tab, a download.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    startTransition(() => router.push(href, { scroll }))
  }

  return (
    <a {...rest} href={href} onClick={navigate}>
      <LoadingContext value={isLoading}>{children}</LoadingContext>
    </a>
  )
}
