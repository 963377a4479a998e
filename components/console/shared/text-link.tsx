import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

/**
 * A link that stands alone, in a cell or below a text, and is large enough to press. It is not prefetched,
 * since the page behind it calls the service.
 *
 * @param keepsScroll - the page stays scrolled where it is.
 */
export function TextLink({
  href,
  keepsScroll = false,
  children,
}: {
  href: Route
  keepsScroll?: boolean
  children: ReactNode
}) {
  return (
    <Link
      href={href}
      scroll={!keepsScroll}
      className="inline-flex items-center text-accent underline underline-offset-2 hover:text-accent-strong min-h-6"
    >
      {children}
    </Link>
  )
}
