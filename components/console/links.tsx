import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { externalIcon, Icon } from '@/components/ui/icon'
import { consoleTexts } from '@/lib/skin/texts'

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

/**
 * A link to the operator's own page about a user or a wallet. `userLinkOut` and `walletLinkOut` return its URL. It
 * names its target, and sends no referrer.
 *
 * @param url - null for no link.
 */
export function LinkOut({ url }: { url: string | null }) {
  if (url === null) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex min-h-6 items-center gap-1 text-sm text-accent underline underline-offset-2 hover:text-accent-strong"
    >
      {new URL(url).host}
      <span className="sr-only">{consoleTexts()('shared.newTab')}</span>
      <Icon path={externalIcon} className="size-4 rtl:-scale-x-100" />
    </a>
  )
}
