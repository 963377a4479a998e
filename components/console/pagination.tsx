import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Announcement } from './announcement'
import { Link } from '@/components/ui/link'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/**
 * Links to the other pages of a table, and to other page sizes. They work with Back and without scripts, because the
 * state is in the URL. They are before the table, so that the keyboard reaches them in a few tab stops. They stay
 * visible beside it.
 *
 * @param searchParams - the query of the page. The links keep parameters other than `page` and `rows`.
 * @param page - the current page, from 1.
 * @param limit - the current page size.
 * @param total - the number of rows on all pages.
 * @param sizes - the page sizes to choose from.
 * @param children - further content of the line, about the rows.
 */
export function Pagination({
  path,
  searchParams,
  page,
  limit,
  total,
  sizes,
  children,
}: {
  path: Route
  searchParams: SearchParams
  page: number
  limit: number
  total: number
  sizes: readonly number[]
  children?: ReactNode
}) {
  const t = consoleTexts()
  const { count } = consoleFormats()
  const lastPage = Math.max(Math.ceil(total / limit), 1)
  const toPage = (number: number) => pageUrl(path, searchParams, { page: number === 1 ? undefined : number })
  const first = (page - 1) * limit + 1
  const position =
    first > total
      ? t('shared.pagination.beyond', { page, total })
      : `${t('shared.pagination.range', { from: first, to: Math.min(page * limit, total), total })} · ${t('shared.pagination.position', { page, pages: lastPage })}`
  return (
    <nav aria-label={t('shared.pagination.label')} className="pager">
      <p className="text-muted tabular-nums">{position}</p>
      <Announcement text={position} />
      <ul className="flex">
        <Step url={page > 1 && toPage(Math.min(page - 1, lastPage))}>{t('shared.pagination.previous')}</Step>
        <Step url={page < lastPage && toPage(page + 1)}>{t('shared.pagination.next')}</Step>
      </ul>
      {children}
      {/* A phone only has room for the most used controls. */}
      <div className="flex items-center gap-x-2 max-md:hidden md:ms-auto">
        <p id="page-size" className="text-muted max-lg:sr-only">
          {t('shared.pagination.sizeLabel')}
        </p>
        <ul aria-labelledby="page-size" className="flex">
          {sizes.map((size) => (
            <li key={size}>
              {/* Back to the first page, because the other pages now begin at other rows. */}
              <Link
                href={pageUrl(path, searchParams, { rows: size, page: undefined })}
                scroll={false}
                aria-current={size === limit || undefined}
              >
                {count(size)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

/** A link, or plain text if there is no such page. The page does not scroll, so that the link keeps the focus. */
function Step({ url, children }: { url: Route | false; children: ReactNode }) {
  return (
    <li aria-hidden={url === false || undefined}>
      {url === false ? (
        <span aria-hidden="true" className="text-muted">
          {children}
        </span>
      ) : (
        <Link href={url} scroll={false}>
          {children}
        </Link>
      )}
    </li>
  )
}

/**
 * The position in a list whose newest entry is first, with links to its newest and its older entries.
 *
 * @param position - the number of entries on this page, in words.
 * @param announced - the position and the order of the list.
 * @param before - the last entry of the previous page; undefined on the first page.
 * @param nextBefore - the last entry of this page; undefined on the last page.
 */
export function NewestPager({
  path,
  searchParams,
  position,
  announced,
  before,
  nextBefore,
}: {
  path: Route
  searchParams: SearchParams
  position: string
  announced: string
  before: string | undefined
  nextBefore: string | undefined
}) {
  const t = consoleTexts()
  return (
    <nav aria-label={t('shared.pagination.label')} className="pager">
      <p className="min-w-0 truncate text-muted tabular-nums">{position}</p>
      {/* The start distinguishes pages with the same number of entries. */}
      <Announcement text={announced} of={`${before} ${announced}`} />
      <ul className="flex">
        {before !== undefined && (
          <Step url={pageUrl(path, searchParams, { before: undefined })}>{t('shared.pagination.newest')}</Step>
        )}
        {nextBefore !== undefined && (
          <Step url={pageUrl(path, searchParams, { before: nextBefore })}>{t('shared.pagination.older')}</Step>
        )}
      </ul>
    </nav>
  )
}
