import type { Route } from 'next'
import { Announcement } from '@/components/console/shared/announcement'
import { Link } from '@/components/ui/link'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import { consoleTexts } from '@/lib/skin/texts'

/**
 * The position in a list whose newest entry is first, with links to its newest and its older entries.
 *
 * @param position - the number of entries on this page, in words.
 * @param before - the last entry of the previous page; undefined on the first page.
 * @param nextBefore - the last entry of this page; undefined on the last page.
 */
export function NewestPager({
  path,
  searchParams = {},
  position,
  announced = position,
  before,
  nextBefore,
}: {
  path: Route
  searchParams?: SearchParams
  position: string
  announced?: string
  before: string | undefined
  nextBefore: string | undefined
}) {
  const t = consoleTexts()
  const links = [
    {
      text: t('shared.pagination.newest'),
      url: before !== undefined && pageUrl(path, searchParams, { before: undefined }),
    },
    {
      text: t('shared.pagination.older'),
      url: nextBefore !== undefined && pageUrl(path, searchParams, { before: nextBefore }),
    },
  ]
  return (
    <nav aria-label={t('shared.pagination.label')} className="pager">
      <p className="min-w-0 truncate text-muted tabular-nums">{position}</p>
      {/* The start distinguishes pages with the same number of entries. */}
      <Announcement text={announced} of={`${before} ${announced}`} />
      <ul className="flex">
        {links.map(
          ({ text, url }) =>
            url && (
              <li key={text}>
                <Link href={url} scroll={false}>
                  {text}
                </Link>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}
