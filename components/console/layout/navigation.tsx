'use client'

import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'

/**
 * The links to the console's pages, beside the content or behind a button on a narrow screen. The browser determines
 * the current page, because Next does not render the layout again on navigation.
 */
export function Navigation({ pages }: { pages: readonly { path: Route; title: string; icon: string }[] }) {
  const pathname = usePathname()
  // Every path begins with the path of the overview. The pages of a search and of a user are not in the list.
  const current = pages.find(
    ({ path }) => pathname === path || (path !== '/console' && pathname.startsWith(`${path}/`)),
  )?.path
  return (
    <ul className="grid gap-0.5">
      {pages.map(({ path, title, icon }) => (
        <li key={path}>
          <Link
            href={path}
            title={title}
            aria-current={path === current ? (path === pathname ? 'page' : 'true') : undefined}
          >
            <Icon path={icon} />
            <span className="rail-name">{title}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
