'use client'

import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { panelIcon } from '@/components/console/icons'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { writeView } from '@/lib/console/view-cookie'

/** The browser determines the current page, because Next does not render the layout again on navigation. */
export function Rail({
  id,
  label,
  pages,
  isNarrow: isNarrowAtFirst,
  foldTexts,
}: {
  id: string
  label: string
  pages: readonly { path: Route; title: string; group: string | null; icon: string }[]
  isNarrow: boolean
  foldTexts: { narrow: string; wide: string }
}) {
  const [isNarrow, setIsNarrow] = useState(isNarrowAtFirst)
  const pathname = usePathname()
  // Every path begins with the path of the overview. The pages of a search and of a user are not in the list.
  const current = pages.find(
    ({ path }) => pathname === path || (path !== '/console' && pathname.startsWith(`${path}/`)),
  )?.path

  function fold() {
    setIsNarrow(!isNarrow)
    writeView({ rail: isNarrow ? undefined : 'narrow' })
  }

  const foldText = isNarrow ? foldTexts.wide : foldTexts.narrow
  return (
    <nav id={id} popover="auto" aria-label={label} className="rail">
      {[...new Set(pages.map(({ group }) => group))].map((group) => (
        <ul key={group} aria-label={group ?? undefined}>
          {group !== null && (
            <li aria-hidden className="rail-group">
              <span className="rail-name">{group}</span>
            </li>
          )}
          {pages
            .filter((page) => page.group === group)
            .map(({ path, title, icon }) => (
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
      ))}
      <button type="button" onClick={fold} title={foldText} className="rail-fold">
        <Icon path={panelIcon} />
        <span className="rail-name">{foldText}</span>
      </button>
    </nav>
  )
}
