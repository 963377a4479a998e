'use client'

import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { panelIcon } from '@/components/console/icons'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { writeView } from '@/lib/console/view-cookie'

const entryClasses =
  'flex items-center gap-2.5 rounded-skin px-2.5 text-sm whitespace-nowrap text-muted no-underline hover:bg-page hover:text-text'
/** Only screen readers need the texts of a narrow navigation. */
const nameClasses = '@max-[5rem]/rail:sr-only'

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
    <nav
      id={id}
      popover="auto"
      aria-label={label}
      className={classNames(
        '@container/rail fixed inset-auto start-0 top-(--bar-height) m-0 h-auto w-60 border border-line bg-surface p-2 text-text shadow-lg',
        'md:sticky md:z-20 md:col-start-1 md:row-start-2 md:flex md:h-[calc(100dvh-var(--bar-height))] md:w-(--rail-width) md:flex-col md:overflow-y-auto md:border-0 md:border-e md:shadow-none',
      )}
    >
      {[...new Set(pages.map(({ group }) => group))].map((group) => (
        <ul key={group} aria-label={group ?? undefined}>
          {group !== null && (
            <li
              aria-hidden
              className="mx-2.5 mt-3 mb-1 border-line text-xs font-semibold text-muted @max-[5rem]/rail:h-0 @max-[5rem]/rail:overflow-hidden @max-[5rem]/rail:border-t"
            >
              {group}
            </li>
          )}
          {pages
            .filter((page) => page.group === group)
            .map(({ path, title, icon }) => (
              <li key={path}>
                <Link
                  href={path}
                  title={title}
                  className={`${entryClasses} rail-link min-h-9 font-medium`}
                  aria-current={path === current ? (path === pathname ? 'page' : 'true') : undefined}
                >
                  <Icon path={icon} />
                  <span className={nameClasses}>{title}</span>
                </Link>
              </li>
            ))}
        </ul>
      ))}
      <button
        type="button"
        onClick={fold}
        title={foldText}
        className={`${entryClasses} mt-auto hidden min-h-10 cursor-pointer min-[75rem]:flex`}
      >
        <Icon path={panelIcon} />
        <span className={nameClasses}>{foldText}</span>
      </button>
    </nav>
  )
}
