'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTransition, type ComponentProps, type MouseEvent } from 'react'

/**
 * Opens another page of this app without loading a document. It does not prefetch, because a page of the console calls
 * the service. It is 3 KB smaller than Next's link.
 *
 * @param scroll - false keeps the scroll position.
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
    // The browser opens a new tab, or a download.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    startTransition(() => router.push(href, { scroll }))
  }

  return (
    <a {...rest} href={href} onClick={navigate} aria-busy={isLoading || undefined}>
      {children}
    </a>
  )
}
