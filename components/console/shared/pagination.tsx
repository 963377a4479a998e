import type { Route } from 'next'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { pageSizes } from '@/lib/console/shared/page-query'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/**
 * Links to the other pages of a table, and to other page sizes. They work with Back and without scripts, since
 * the state is in the URL.
 *
 * @param searchParams - the query of the page. Parameters other than `page` and `rows` are kept.
 * @param page - the current page, from 1.
 * @param limit - the current page size.
 * @param total - the number of rows on all pages.
 * @param sizes - the page sizes to choose from.
 */
export function Pagination({
  path,
  searchParams,
  page,
  limit,
  total,
  sizes = pageSizes,
}: {
  path: Route
  searchParams: SearchParams
  page: number
  limit: number
  total: number
  sizes?: readonly number[]
}) {
  const t = consoleTexts()
  const { count } = consoleFormats()
  const lastPage = Math.max(Math.ceil(total / limit), 1)
  const toPage = (number: number) => pageUrl(path, searchParams, { page: number === 1 ? undefined : number })
  const first = (page - 1) * limit + 1
  return (
    <nav
      aria-label={t('shared.pagination.label')}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-sm"
    >
      <p className="text-muted tabular-nums">
        {first > total
          ? t('shared.pagination.beyond', { page, total })
          : `${t('shared.pagination.range', { from: first, to: Math.min(page * limit, total), total })} · ${t('shared.pagination.position', { page, pages: lastPage })}`}
      </p>
      <ul className="flex flex-wrap gap-1">
        <Step url={page > 1 && toPage(1)}>{t('shared.pagination.first')}</Step>
        <Step url={page > 1 && toPage(Math.min(page - 1, lastPage))}>{t('shared.pagination.previous')}</Step>
        <Step url={page < lastPage && toPage(page + 1)}>{t('shared.pagination.next')}</Step>
        <Step url={page !== lastPage && toPage(lastPage)}>{t('shared.pagination.last')}</Step>
      </ul>
      <div className="flex flex-wrap items-center gap-x-2">
        <p id="page-size" className="text-muted">
          {t('shared.pagination.sizeLabel')}
        </p>
        <ul aria-labelledby="page-size" className="flex gap-1">
          {sizes.map((size) => (
            <Step
              key={size}
              // Back to the first page, since the other pages now begin at other rows.
              url={pageUrl(path, searchParams, { rows: size, page: undefined })}
              isCurrent={size === limit}
            >
              {count(size)}
            </Step>
          ))}
        </ul>
      </div>
    </nav>
  )
}

/** A link, or plain text if there is no such page. */
function Step({ url, isCurrent = false, children }: { url: Route | false; isCurrent?: boolean; children: ReactNode }) {
  const box = 'inline-flex min-h-9 min-w-9 items-center justify-center rounded-skin px-2'
  return (
    <li>
      {url === false ? (
        <span aria-hidden="true" className={classNames(box, 'text-muted')}>
          {children}
        </span>
      ) : (
        <Link
          href={url}
          aria-current={isCurrent || undefined}
          className={classNames(
            box,
            isCurrent ? 'border border-accent font-semibold text-accent' : 'text-accent underline underline-offset-2',
          )}
        >
          {children}
        </Link>
      )}
    </li>
  )
}
