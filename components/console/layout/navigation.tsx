'use client'

import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'

/**
 * The links to the console's pages, in one line. A narrow screen scrolls it, with the current page in view; the
 * keyboard's focus scrolls it too. The current page is found in the browser, because Next does not render the layout
 * again on navigation.
 */
export function Navigation({ label, pages }: { label: string; pages: readonly { path: Route; title: string }[] }) {
  const pathname = usePathname()
  const list = useRef<HTMLUListElement>(null)
  // Every path begins with the overview's: a search or a user belongs to none of the pages.
  const current = pages.find(
    ({ path }) => pathname === path || (path !== '/console' && pathname.startsWith(`${path}/`)),
  )?.path

  // Chromium does so by itself, without scripts too (`scroll-initial-target`), but only once.
  useEffect(() => {
    const link = list.current?.querySelector(`[href="${current}"]`)
    if (!list.current || !link) return
    const { left, width } = link.getBoundingClientRect()
    const box = list.current.getBoundingClientRect()
    list.current.scrollBy({ left: left + width / 2 - (box.left + box.width / 2), behavior: 'instant' })
  }, [current])

  return (
    <nav aria-label={label}>
      {/* The padding is room for the focus rings, which what scrolls would cut off. */}
      <ul ref={list} className="-mx-4 -my-1.5 flex gap-x-1 overflow-x-auto px-4 py-1.5 [scrollbar-width:thin]">
        {pages.map(({ path, title }) => (
          <li key={path} className="shrink-0">
            <Link
              href={path}
              aria-current={path === current ? (path === pathname ? 'page' : 'true') : undefined}
              className={classNames(
                'flex min-h-8 items-center rounded-skin px-2.5 py-1 text-sm font-medium whitespace-nowrap text-muted hover:text-text',
                'aria-[current]:bg-accent aria-[current]:text-on-accent aria-[current]:[scroll-initial-target:nearest]',
                'forced-colors:aria-[current]:border-2',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
