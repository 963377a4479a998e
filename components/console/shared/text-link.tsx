import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

/**
 * A link in a cell or below a text that is large enough to press. It does not prefetch its page, which calls the
 * service.
 *
 * @param keepsScroll - whether the page keeps its scroll position.
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
