import type { Route } from 'next'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'

/**
 * A link that stands alone, in a cell or below a text, and is large enough to press. It is not prefetched,
 * since the page behind it calls the service.
 *
 * @param isTall - as tall as a button, to stand beside one.
 * @param keepsScroll - the page stays scrolled where it is.
 */
export function TextLink({
  href,
  isTall = false,
  keepsScroll = false,
  children,
}: {
  href: Route
  isTall?: boolean
  keepsScroll?: boolean
  children: ReactNode
}) {
  return (
    <Link
      href={href}
      scroll={!keepsScroll}
      className={classNames(
        'inline-flex items-center text-accent underline underline-offset-2 hover:text-accent-strong',
        isTall ? 'min-h-11' : 'min-h-6',
      )}
    >
      {children}
    </Link>
  )
}
