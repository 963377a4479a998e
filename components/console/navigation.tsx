'use client'

import type { Route } from 'next'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { classNames } from '@/components/ui/class-names'

/**
 * The links between the console's pages. They wrap where there is little room: a menu would hide them
 * behind a press. A layout is not rendered again as pages change, so what is current is told here.
 */
export function Navigation({ label, pages }: { label: string; pages: readonly { path: Route; title: string }[] }) {
  const pathname = usePathname()
  // The page itself, or the one that it belongs to: the overview, which all begin with, stands first.
  const here = pages.findLast(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-1 gap-y-1">
        {pages.map(({ path, title }) => (
          <li key={path}>
            <Link
              href={path}
              prefetch={false}
              aria-current={path === here?.path ? (path === pathname ? 'page' : 'true') : undefined}
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
