'use client'

import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'

/**
 * The links to the console's pages. On narrow screens they wrap, since a menu would hide them. The current page
 * is found in the browser, because Next does not render the layout again on navigation.
 */
export function Navigation({ label, pages }: { label: string; pages: readonly { path: Route; title: string }[] }) {
  const pathname = usePathname()
  // The last match wins, since the overview's path is the beginning of every other.
  const current = pages.findLast(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-1 gap-y-1">
        {pages.map(({ path, title }) => (
          <li key={path}>
            <Link
              href={path}
              aria-current={path === current?.path ? (path === pathname ? 'page' : 'true') : undefined}
              className={classNames(
                'flex min-h-10 items-center rounded-skin px-3 py-1.5 font-medium text-muted hover:text-text',
                'aria-[current]:bg-accent aria-[current]:text-on-accent',
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
